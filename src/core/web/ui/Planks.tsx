/** Five lines of a stage floor, 1.5 → 9 px, in currentColor; decoration. */
export function Planks({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 240 64" className={className ?? 'h-12 w-44 text-line'} fill="currentColor">
      {[
        [68, 104, 0, 1.5],
        [55, 130, 8, 2.5],
        [40, 160, 19, 4],
        [22, 196, 34, 6.5],
        [0, 240, 54, 9],
      ].map(([x, width, y, height]) => (
        <rect key={y} x={x} y={y} width={width} height={height} rx={(height ?? 0) / 2} />
      ))}
    </svg>
  )
}
