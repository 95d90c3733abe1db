/** A point or a size in pixels. */
export interface Pair {
  x: number
  y: number
}

/** How a picture lies under a square window: `zoom` 1 just covers it, `offset` is the centre's distance, in window pixels. */
export interface Crop {
  zoom: number
  offset: Pair
}

export const ZOOM_MAX = 4

const scaleOf = (picture: Pair, view: number, zoom: number) => (view / Math.min(picture.x, picture.y)) * zoom

/** The same crop, moved so far that the window shows nothing beside the picture. */
export function clamped(crop: Crop, picture: Pair, view: number): Crop {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom))
  const scale = scaleOf(picture, view, zoom)
  const room = (side: number) => Math.max(0, (side * scale - view) / 2)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0
  return {
    zoom,
    offset: { x: clamp(crop.offset.x, room(picture.x)), y: clamp(crop.offset.y, room(picture.y)) },
  }
}

/** The square of the picture that the window shows, in the picture's own pixels. */
export function squareOf(
  crop: Crop,
  picture: Pair,
  view: number,
): { left: number; top: number; side: number } {
  const { zoom, offset } = clamped(crop, picture, view)
  const scale = scaleOf(picture, view, zoom)
  const side = view / scale
  return {
    left: picture.x / 2 - offset.x / scale - side / 2,
    top: picture.y / 2 - offset.y / scale - side / 2,
    side,
  }
}

/** Where the picture is drawn behind the window, in window pixels. */
export function drawnAt(crop: Crop, picture: Pair, view: number) {
  const scale = scaleOf(picture, view, crop.zoom)
  const [width, height] = [picture.x * scale, picture.y * scale]
  return {
    width,
    height,
    left: (view - width) / 2 + crop.offset.x,
    top: (view - height) / 2 + crop.offset.y,
  }
}
