import type { Sample } from './corpus.fixture.ts'

/* The same, of other programs, and what goes wrong. */

const lines = (...all: string[]) => all.join('\r\n')
const whole = (...all: string[]) => lines('BEGIN:VCALENDAR', 'VERSION:2.0', ...all, 'END:VCALENDAR', '')
const event = (...all: string[]) => lines('BEGIN:VEVENT', ...all, 'END:VEVENT')

export const MORE: Sample[] = [
  {
    name: 'Nextcloud: a day that begins later where a clock changes',
    text: whole(
      event(
        'UID:n1',
        'DTSTART;TZID=America/New_York:20261031T220000',
        'DTEND;TZID=America/New_York:20261031T230000',
        'RRULE:FREQ=MONTHLY;BYMONTHDAY=31',
      ),
    ),
    // New York is five hours behind by then, though it was four when the series began.
    busy: [['2027-01-01T03:00', '2027-01-01T04:00']],
  },
  {
    name: 'Mozilla: a zone with its own name before it',
    text: whole(
      event(
        'UID:t1',
        'DTSTART;TZID=/mozilla.org/20050126_1/America/Guatemala:20261205T100000',
        'DTEND;TZID=/mozilla.org/20050126_1/America/Guatemala:20261205T110000',
      ),
    ),
    busy: [['2026-12-05T16:00', '2026-12-05T17:00']],
  },
  {
    name: 'Evolution: another one',
    text: whole(
      event(
        'UID:e1',
        'DTSTART;TZID=/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires:20261205T100000',
        'DTEND;TZID=/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires:20261205T110000',
      ),
    ),
    busy: [['2026-12-05T13:00', '2026-12-05T14:00']],
  },
  {
    name: 'a zone that nobody knows: on the clock of the place',
    text: whole(
      event('UID:z1', 'DTSTART;TZID=Mi casa:20261205T100000', 'DTEND;TZID=Mi casa:20261205T110000'),
    ),
    busy: [['2026-12-05T16:00', '2026-12-05T17:00']],
  },
  {
    name: 'floating times in a calendar that says where it is',
    text: whole(
      'X-WR-TIMEZONE:Europe/Madrid',
      event('UID:f1', 'DTSTART:20261205T100000', 'DTEND:20261205T110000'),
    ),
    busy: [['2026-12-05T09:00', '2026-12-05T10:00']],
  },
  {
    name: 'a BOM, line feeds alone, small letters',
    text: `\uFEFF${whole(
      lines('begin:vevent', 'uid:b1', 'dtstart:20261205T100000Z', 'dtend:20261205T110000Z', 'end:vevent'),
    ).replaceAll('\r\n', '\n')}`,
    busy: [['2026-12-05T10:00', '2026-12-05T11:00']],
  },
  {
    name: 'a day that doesn’t say it is one',
    text: whole(event('UID:b2', 'DTSTART:20261205', 'DTEND:20261206')),
    busy: [['2026-12-05T06:00', '2026-12-06T06:00']],
  },
  {
    name: 'dates beside the rule (RDATE), also with an end of their own, and several rules',
    text: whole(
      event(
        'UID:r1',
        'DTSTART:20261201T100000Z',
        'DTEND:20261201T110000Z',
        'RDATE:20261205T100000Z',
        'RDATE;VALUE=PERIOD:20261207T100000Z/PT3H',
        'RRULE:FREQ=DAILY;COUNT=2',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    ),
    busy: [
      ['2026-12-01T10:00', '2026-12-01T11:00'],
      ['2026-12-02T10:00', '2026-12-02T11:00'],
      ['2026-12-05T10:00', '2026-12-05T11:00'],
      ['2026-12-07T10:00', '2026-12-07T13:00'],
      ['2026-12-08T10:00', '2026-12-08T11:00'],
    ],
  },
  {
    name: 'each year since long ago, all day, until a day',
    text: whole(
      event(
        'UID:y1',
        'DTSTART;VALUE=DATE:19991224',
        'DTEND;VALUE=DATE:19991225',
        'RRULE:FREQ=YEARLY;UNTIL=20261224',
      ),
    ),
    busy: [['2026-12-24T06:00', '2026-12-25T06:00']],
  },
  {
    name: 'each weekday since 2005, left out by day',
    text: whole(
      event(
        'UID:y2',
        'DTSTART;TZID=America/Guatemala:20050103T080000',
        'DTEND;TZID=America/Guatemala:20050103T170000',
        'EXDATE;VALUE=DATE:20261202,20261203',
        'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261207T235959Z',
      ),
    ),
    busy: [
      ['2026-12-01T14:00', '2026-12-01T23:00'],
      ['2026-12-04T14:00', '2026-12-04T23:00'],
      ['2026-12-07T14:00', '2026-12-07T23:00'],
    ],
  },
  {
    name: 'what touches and overlaps is one, and what reaches over the span is cut',
    text: whole(
      event('UID:s1', 'DTSTART:20261205T100000Z', 'DTEND:20261205T110000Z'),
      event('UID:s2', 'DTSTART:20261205T110000Z', 'DTEND:20261205T120000Z'),
      event('UID:s3', 'DTSTART:20261205T113000Z', 'DTEND:20261205T114500Z'),
      event('UID:s4', 'DTSTART:20261101T000000Z', 'DTEND:20261202T000000Z'),
    ),
    busy: [
      ['2026-12-01T00:00', '2026-12-02T00:00'],
      ['2026-12-05T10:00', '2026-12-05T12:00'],
    ],
  },
  {
    name: 'an event that is said twice: the later word counts',
    text: whole(
      event('UID:q1', 'SEQUENCE:2', 'DTSTART:20261206T100000Z', 'DTEND:20261206T110000Z'),
      event('UID:q1', 'SEQUENCE:1', 'DTSTART:20261205T100000Z', 'DTEND:20261205T110000Z'),
    ),
    busy: [['2026-12-06T10:00', '2026-12-06T11:00']],
  },
  {
    name: 'our own feed, that came back',
    text: whole(
      event('UID:order-1-project-2@tarima.test', 'DTSTART:20261205T100000Z', 'DTEND:20261205T110000Z'),
    ),
    busy: [],
  },
  {
    name: 'something without an end or with one before its start takes no time',
    text: whole(
      event('UID:x1', 'DTSTART:20261205T100000Z'),
      event('UID:x2', 'DTSTART:20261205T100000Z', 'DTEND:20261205T090000Z'),
    ),
    busy: [],
  },
  {
    name: 'broken events beside a good one',
    text: whole(
      event('UID:k1', 'DTSTART:pronto', 'DTEND:20261205T110000Z'),
      event('UID:k2', 'SUMMARY:sin fecha'),
      event('UID:k3', 'DTSTART:20261205T100000Z', 'DTEND:20261205T110000Z', 'RRULE:FREQ=NEVER'),
      'a line of nothing',
      event('UID:k4', 'DTSTART:20261206T100000Z', 'DTEND:20261206T110000Z'),
    ),
    busy: [['2026-12-06T10:00', '2026-12-06T11:00']],
    skipped: 3,
  },
  {
    name: 'a file that was cut off in the middle',
    text: lines(
      'BEGIN:VCALENDAR',
      event('UID:h1', 'DTSTART:20261206T100000Z', 'DTEND:20261206T110000Z'),
      'BEGIN:VEVENT',
      'UID:h2',
      'DTSTART:202612',
    ),
    busy: null,
  },
  {
    name: 'a second calendar in the file that was cut off',
    text: lines(
      whole(event('UID:h3', 'DTSTART:20261206T100000Z', 'DTEND:20261206T110000Z')),
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
    ),
    busy: null,
  },
  {
    name: 'an event and an alarm without an end: all that follow are read',
    text: whole(
      lines('BEGIN:VEVENT', 'UID:m1', 'DTSTART:20261205T100000Z', 'DTEND:20261205T110000Z'),
      event('UID:m2', 'DTSTART:20261206T100000Z', 'DTEND:20261206T110000Z'),
      event('UID:m3', 'BEGIN:VALARM', 'TRIGGER:-PT10M'),
      event('UID:m4', 'DTSTART:20261207T100000Z', 'DTEND:20261207T110000Z'),
      lines('BEGIN:VEVENT', 'UID:m5', 'BEGIN:VALARM'),
    ),
    busy: [
      ['2026-12-06T10:00', '2026-12-06T11:00'],
      ['2026-12-07T10:00', '2026-12-07T11:00'],
    ],
    skipped: 3,
  },
  { name: 'a page to sign in at', text: '<!doctype html><title>Sign in</title>', busy: null },
  { name: 'nothing at all', text: '', busy: null },
]
