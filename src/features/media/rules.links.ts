/** Where what a link leads to can be played inside our pages. */
export const LINK_PROVIDERS = ['youtube', 'vimeo', 'soundcloud', 'spotify'] as const
export type LinkProvider = (typeof LINK_PROVIDERS)[number]

/** Something on a player: `ref` is what it is called there, and all that is kept of the address. */
export interface PlayerLink {
  provider: LinkProvider
  ref: string
}

const match = (text: string, pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null

const readers: Record<string, (url: URL) => PlayerLink | null> = {
  'youtube.com': youtube,
  'm.youtube.com': youtube,
  'music.youtube.com': youtube,
  'youtube-nocookie.com': youtube,
  'youtu.be': ({ pathname }) => found('youtube', match(pathname, /^\/([\w-]{11})\/?$/)),
  'vimeo.com': ({ pathname }) =>
    found('vimeo', match(pathname, /^\/(?:channels\/[\w-]+\/)?(\d{3,12}(?:\/[0-9a-f]{6,20})?)\/?$/)),
  'player.vimeo.com': ({ pathname, searchParams }) => {
    const id = match(pathname, /^\/video\/(\d{3,12})\/?$/)
    const hash = match(searchParams.get('h') ?? '', /^([0-9a-f]{6,20})$/)
    return found('vimeo', id && hash ? `${id}/${hash}` : id)
  },
  'soundcloud.com': soundcloud,
  'm.soundcloud.com': soundcloud,
  'open.spotify.com': ({ pathname }) =>
    found(
      'spotify',
      match(
        pathname,
        /^\/(?:intl-[a-z]{2,5}\/)?(?:embed\/)?((?:track|album|artist|playlist)\/[0-9A-Za-z]{22})\/?$/,
      ),
    ),
}

const found = (provider: LinkProvider, ref: string | null): PlayerLink | null =>
  ref ? { provider, ref } : null

function youtube({ pathname, searchParams }: URL): PlayerLink | null {
  const id =
    pathname === '/watch' ? searchParams.get('v') : match(pathname, /^\/(?:shorts|live|embed)\/([^/]+)\/?$/)
  return found('youtube', match(id ?? '', /^([\w-]{11})$/))
}

/** Parts of an address there that are no name of somebody. */
const NOT_SOMEBODY = ['discover', 'charts', 'search', 'stream', 'you', 'upload', 'pages']

function soundcloud({ pathname }: URL): PlayerLink | null {
  const ref = match(pathname, /^\/([\w-]{2,60}\/(?:sets\/)?[\w-]{1,200})\/?$/)
  const [who, what] = ref?.split('/') ?? []
  return !ref || NOT_SOMEBODY.includes(who ?? '') || (what === 'sets' && ref.split('/').length < 3)
    ? null
    : found('soundcloud', ref)
}

/**
 * What an address leads to on a player that our pages can open; null for any other address. Nothing of it is kept but the
 * name that the player has for it, so no address of others can come in by it.
 * @param text as it was typed or pasted; `https://` may be missing
 */
export function linkOf(text: string): PlayerLink | null {
  const typed = text.trim()
  const whole = /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(whole)) return null
  const url = new URL(whole)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return null
  return readers[url.hostname.replace(/^www\./, '')]?.(url) ?? null
}

/** Where something is on its player, for whoever goes there. */
export function pageOf({ provider, ref }: PlayerLink): string {
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${ref}`
  if (provider === 'vimeo') return `https://vimeo.com/${ref}`
  if (provider === 'soundcloud') return `https://soundcloud.com/${ref}`
  return `https://open.spotify.com/${ref}`
}

/** The player itself, as a frame shows it: where it can be said, without cookies before it plays and without tracking. */
export function frameOf({ provider, ref }: PlayerLink): string {
  if (provider === 'youtube') return `https://www.youtube-nocookie.com/embed/${ref}?autoplay=1&rel=0`
  if (provider === 'vimeo') {
    const [id, hash] = ref.split('/')
    return `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ''}dnt=1&autoplay=1`
  }
  if (provider === 'soundcloud')
    return `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${ref}`)}&auto_play=true&visual=false&show_comments=false`
  return `https://open.spotify.com/embed/${ref}`
}

/** Whom a page may show in a frame: the players, and nobody else. */
export const FRAME_HOSTS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://open.spotify.com',
] as const
