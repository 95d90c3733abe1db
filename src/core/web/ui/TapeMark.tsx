import { clsx } from 'clsx'

const shapes = {
  x: 'M3 0 10 7 17 0 20 3 13 10 20 17 17 20 10 13 3 20 0 17 7 10 0 3Z',
  l: 'M13 0h5v18H0v-5h13Z',
  check: 'M0 11 3.5 7.5 8 12 16.5 2.5 20 6 8 19Z',
} as const

/**
 * A mark of stage tape in currentColor; decoration. A tick is on what is done or included, an L on what is under way or
 * to come; × only says where somebody stands, since on a step or in a list it reads as "not this".
 */
export function TapeMark({ shape = 'x', className }: { shape?: keyof typeof shapes; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      className={clsx('shrink-0', className ?? 'size-3')}
      fill="currentColor"
    >
      <path d={shapes[shape]} />
    </svg>
  )
}
