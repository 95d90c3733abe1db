import { describe, expect, it, test } from 'vitest'
import { levelsOf } from './rules.levels.ts'
import { FRAME_HOSTS, frameOf, linkOf, pageOf } from './rules.links.ts'
import { songsIn, songsText, tooLong } from './rules.songs.ts'
import { rangeOf, titleFrom } from './rules.ts'

describe('a link', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'youtube', 'dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'vimeo', '76979871'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'vimeo', '76979871/8272103f6e'],
    ['https://soundcloud.com/una-banda/un-tema', 'soundcloud', 'una-banda/un-tema'],
    ['https://soundcloud.com/una-banda/sets/un-disco', 'soundcloud', 'una-banda/sets/un-disco'],
    [
      'https://open.spotify.com/intl-es/track/4uLU6hMCjMI75M1A2tKUQC?si=1',
      'spotify',
      'track/4uLU6hMCjMI75M1A2tKUQC',
    ],
  ] as const)('%s is on %s', (url, provider, ref) => {
    const link = linkOf(url)
    expect(link).toEqual({ provider, ref })
    if (!link) return
    // What is made of it leads to the same, and is shown by one of the hosts that pages may show.
    expect(linkOf(pageOf(link))).toEqual(link)
    expect(FRAME_HOSTS.some((host) => frameOf(link).startsWith(`${host}/`))).toBe(true)
  })

  test.each([
    'https://evil.test/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://user:pass@youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'data:text/html,<script>alert(1)</script>',
    'https://youtube.com/watch?v="><script>',
    'https://youtube.com/redirect?q=https://evil.test',
    'https://youtube.com/@alguien',
    'https://vimeo.com/alguien',
    'https://soundcloud.com/alguien',
    'https://soundcloud.com/discover/sets/algo',
    'https://open.spotify.com/user/alguien',
    'https://wa.me/50255551234',
    'hola',
    '',
  ])('%s leads nowhere', (url) => expect(linkOf(url)).toBeNull())

  it('is shown without cookies and without being followed, where the player can', () => {
    expect(frameOf({ provider: 'youtube', ref: 'dQw4w9WgXcQ' })).toContain('youtube-nocookie.com')
    expect(frameOf({ provider: 'vimeo', ref: '76979871/8272103f6e' })).toMatch(/h=8272103f6e&dnt=1/)
  })
})

describe('a repertoire', () => {
  it('is a song a line: title, dash, artist', () => {
    const songs = songsIn(
      '1. Luna de Xelajú – Paco Pérez\n\n- Vals\nPerfect - Ed Sheeran - en vivo\r\nOye Cómo-Va',
    )
    expect(songs).toEqual([
      { title: 'Luna de Xelajú', artist: 'Paco Pérez' },
      { title: 'Vals', artist: '' },
      { title: 'Perfect', artist: 'Ed Sheeran - en vivo' },
      { title: 'Oye Cómo-Va', artist: '' },
    ])
    expect(songsIn(songsText(songs))).toEqual(songs)
  })

  it('names what is too long to be kept', () => {
    const long = { title: 'a'.repeat(121), artist: '' }
    expect(tooLong([{ title: 'Vals', artist: '' }, long])).toBe(long)
    expect(tooLong([])).toBeUndefined()
  })
})

test('a waveform has the loudest at 100, and silence has none', () => {
  const levels = levelsOf(Array.from({ length: 1000 }, (_, n) => (n / 1000) ** 2)) ?? []
  expect(levels).toHaveLength(96)
  expect(levels.at(-1)).toBe(100)
  expect(levels[0]).toBeLessThan(10)
  expect(levelsOf([1])).toHaveLength(96)
  expect(levelsOf([0, 0])).toBeNull()
  expect(levelsOf([])).toBeNull()
})

test('a file’s name without its ending is a title until somebody says it better', () => {
  expect(titleFrom('Mi_tema  final.MP3', 120)).toBe('Mi tema final')
  expect(titleFrom('a\nb.wav', 120)).toBe('a b')
  expect(titleFrom('x'.repeat(300), 120)).toHaveLength(120)
  expect(titleFrom('.mp3', 120)).toBe('')
})

test.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=20-10', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=-', 'all'],
  ['items=0-1', 'all'],
] as const)('%s of a hundred bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range))
