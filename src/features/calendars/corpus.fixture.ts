/*
 * Calendars as Google, Apple, Outlook and others write them, made by hand after what they document, and what somebody
 * must read in them. The place is Guatemala (six hours behind UTC, no summer time), the span December 2026 and January
 * 2027; times are UTC.
 */

export interface Sample {
  name: string
  text: string
  /** null: no calendar at all */
  busy: [string, string][] | null
  skipped?: number
}

const GUATEMALA = `BEGIN:VTIMEZONE
TZID:America/Guatemala
BEGIN:STANDARD
TZOFFSETFROM:-0600
TZOFFSETTO:-0600
TZNAME:CST
DTSTART:19700101T000000
END:STANDARD
END:VTIMEZONE`

const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Somebody//EN', ...parts, 'END:VCALENDAR', '']
    .join('\n')
    .replaceAll('\n', '\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\n')

export const CORPUS: Sample[] = [
  {
    name: 'Google: a single event in UTC',
    text: calendar(
      'X-WR-CALNAME:Ana',
      'X-WR-TIMEZONE:America/Guatemala',
      event(
        'DTSTART:20261205T010000Z',
        'DTEND:20261205T030000Z',
        'DTSTAMP:20261101T000000Z',
        'UID:abc@google.com',
        'STATUS:CONFIRMED',
        'SUMMARY:Cena',
        'TRANSP:OPAQUE',
      ),
    ),
    busy: [['2026-12-05T01:00', '2026-12-05T03:00']],
  },
  {
    name: 'Google: weekly until a moment in UTC, which is counted in',
    text: calendar(
      GUATEMALA,
      event(
        'UID:w@google.com',
        'DTSTART;TZID=America/Guatemala:20261202T190000',
        'DTEND;TZID=America/Guatemala:20261202T210000',
        'RRULE:FREQ=WEEKLY;WKST=SU;UNTIL=20261217T010000Z;BYDAY=WE',
      ),
    ),
    busy: [
      ['2026-12-03T01:00', '2026-12-03T03:00'],
      ['2026-12-10T01:00', '2026-12-10T03:00'],
      ['2026-12-17T01:00', '2026-12-17T03:00'],
    ],
  },
  {
    name: 'Google: an occurrence moved (RECURRENCE-ID) and one left out (EXDATE)',
    text: calendar(
      event(
        'UID:m@google.com',
        'DTSTART;TZID=America/Guatemala:20261201T080000',
        'DTEND;TZID=America/Guatemala:20261201T090000',
        'EXDATE;TZID=America/Guatemala:20261203T080000',
        'RRULE:FREQ=DAILY;COUNT=4',
      ),
      event(
        'UID:m@google.com',
        'RECURRENCE-ID;TZID=America/Guatemala:20261202T080000',
        'DTSTART;TZID=America/Guatemala:20261202T180000',
        'DTEND;TZID=America/Guatemala:20261202T200000',
      ),
    ),
    busy: [
      ['2026-12-01T14:00', '2026-12-01T15:00'],
      ['2026-12-03T00:00', '2026-12-03T02:00'],
      ['2026-12-04T14:00', '2026-12-04T15:00'],
    ],
  },
  {
    name: 'Google: an occurrence that was cancelled',
    text: calendar(
      event(
        'UID:c@google.com',
        'DTSTART:20261201T140000Z',
        'DTEND:20261201T150000Z',
        'RRULE:FREQ=DAILY;COUNT=2',
      ),
      event(
        'UID:c@google.com',
        'RECURRENCE-ID:20261202T140000Z',
        'DTSTART:20261202T140000Z',
        'DTEND:20261202T150000Z',
        'STATUS:CANCELLED',
      ),
    ),
    busy: [['2026-12-01T14:00', '2026-12-01T15:00']],
  },
  {
    name: 'Google: all day, of several days, and one that is shown as free',
    text: calendar(
      event('UID:d1', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261226'),
      event('UID:d2', 'DTSTART;VALUE=DATE:20261215', 'DTEND;VALUE=DATE:20261216', 'TRANSP:TRANSPARENT'),
    ),
    busy: [['2026-12-24T06:00', '2026-12-26T06:00']],
  },
  {
    name: 'Google: nothing in it',
    text: calendar('X-WR-CALNAME:Vacío'),
    busy: [],
  },
  {
    name: 'Apple: a zone of its own, DURATION, an alarm inside',
    text: calendar(
      GUATEMALA,
      event(
        'UID:7C6B',
        'DTSTART;TZID=America/Guatemala:20261210T100000',
        'DURATION:PT1H30M',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT15M',
        'DURATION:PT5M',
        'REPEAT:1',
        'DTSTART:20270101T000000Z',
        'END:VALARM',
        'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
      ),
    ),
    busy: [['2026-12-10T16:00', '2026-12-10T17:30']],
  },
  {
    name: 'Apple: all day without an end, floating time',
    text: calendar(
      event('UID:a1', 'DTSTART;VALUE=DATE:20261208'),
      event('UID:a2', 'DTSTART:20261210T070000', 'DTEND:20261210T080000'),
    ),
    busy: [
      ['2026-12-08T06:00', '2026-12-09T06:00'],
      ['2026-12-10T13:00', '2026-12-10T14:00'],
    ],
  },
  {
    name: 'Apple: the second Saturday of each month',
    text: calendar(
      event(
        'UID:a3',
        'DTSTART;TZID=America/Guatemala:20200111T200000',
        'DTEND;TZID=America/Guatemala:20200111T230000',
        'RRULE:FREQ=MONTHLY;BYDAY=2SA',
      ),
    ),
    busy: [
      ['2026-12-13T02:00', '2026-12-13T05:00'],
      ['2027-01-10T02:00', '2027-01-10T05:00'],
    ],
  },
  {
    name: 'Apple: this and all that follow are an hour later',
    text: calendar(
      event(
        'UID:a4',
        'DTSTART;TZID=America/Guatemala:20261207T080000',
        'DTEND;TZID=America/Guatemala:20261207T090000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
      event(
        'UID:a4',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Guatemala:20261214T080000',
        'DTSTART;TZID=America/Guatemala:20261214T090000',
        'DTEND;TZID=America/Guatemala:20261214T093000',
      ),
    ),
    busy: [
      ['2026-12-07T14:00', '2026-12-07T15:00'],
      ['2026-12-14T15:00', '2026-12-14T15:30'],
      ['2026-12-21T15:00', '2026-12-21T15:30'],
    ],
  },
  {
    name: 'Outlook: a zone by its Windows name, which the file doesn’t explain',
    text: calendar(
      event(
        'UID:040000008200E00074C5B7101A82E008',
        'DTSTART;TZID=Central America Standard Time:20261211T150000',
        'DTEND;TZID=Central America Standard Time:20261211T160000',
        'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      ),
    ),
    busy: [['2026-12-11T21:00', '2026-12-11T22:00']],
  },
  {
    name: 'Outlook: a Windows name that is explained, in quotes',
    text: calendar(
      `BEGIN:VTIMEZONE
TZID:Pacific Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0700
TZOFFSETTO:-0800
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0800
TZOFFSETTO:-0700
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`,
      event(
        'UID:o2',
        'DTSTART;TZID="Pacific Standard Time":20261211T150000',
        'DTEND;TZID="Pacific Standard Time":20261211T160000',
      ),
    ),
    busy: [['2026-12-11T23:00', '2026-12-12T00:00']],
  },
  {
    name: 'Outlook: a zone that only the file knows',
    text: calendar(
      `BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:-0530
TZOFFSETTO:-0530
END:STANDARD
END:VTIMEZONE`,
      event(
        'UID:o3',
        'DTSTART;TZID=Customized Time Zone:20261211T150000',
        'DTEND;TZID=Customized Time Zone:20261211T160000',
      ),
    ),
    busy: [['2026-12-11T20:30', '2026-12-11T21:30']],
  },
  {
    name: 'Outlook: shown as free, tentative, out of office',
    text: calendar(
      event(
        'UID:o4',
        'DTSTART:20261201T150000Z',
        'DTEND:20261201T160000Z',
        'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      ),
      event(
        'UID:o5',
        'DTSTART:20261202T150000Z',
        'DTEND:20261202T160000Z',
        'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE',
      ),
      event('UID:o6', 'DTSTART:20261203T150000Z', 'DTEND:20261203T160000Z', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'),
    ),
    busy: [
      ['2026-12-02T15:00', '2026-12-02T16:00'],
      ['2026-12-03T15:00', '2026-12-03T16:00'],
    ],
  },
  {
    name: 'Outlook: junk of its own, long folded lines, tabs as folds',
    text: calendar(
      event(
        'UID:o7',
        'X-ALT-DESC;FMTTYPE=text/html:<html><body>Nota: "a;b',
        ' c,d"</body></html>',
        'ATTENDEE;CN="Pérez; Ana":mailto:ana@example.org',
        'DTSTART;TZID=Central America Stan',
        '\tdard Time:20261211T1',
        ' 50000',
        'DTEND;TZID=Central America Standard Time:20261211T160000',
      ),
    ),
    busy: [['2026-12-11T21:00', '2026-12-11T22:00']],
  },
  {
    name: 'Exchange: free and busy alone',
    text: calendar(
      'BEGIN:VFREEBUSY',
      'FREEBUSY;FBTYPE=BUSY:20261211T150000Z/PT2H,20261212T150000Z/20261212T160000Z',
      'FREEBUSY;FBTYPE=FREE:20261213T150000Z/PT2H',
      'END:VFREEBUSY',
    ),
    busy: [
      ['2026-12-11T15:00', '2026-12-11T17:00'],
      ['2026-12-12T15:00', '2026-12-12T16:00'],
    ],
  },
]
