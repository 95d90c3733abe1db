const PLANKS = [
  [330, 540, 8, 1.5, 0.4],
  [270, 660, 30, 2.5, 0.6],
  [195, 810, 60, 4, 0.75],
  [105, 990, 100, 6, 0.88],
  [0, 1200, 152, 9, 1],
] as const

/** The floor across the foot of a dark panel (`stage relative isolate overflow-hidden`); give its height. */
export function StageFloor({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 170"
      preserveAspectRatio="none"
      className={`absolute inset-x-[-3%] bottom-0 -z-10 w-[106%] ${className ?? 'h-28'}`}
      fill="#f9f7fa"
    >
      {PLANKS.map(([x, width, y, height, opacity]) => (
        <rect key={y} x={x} y={y} width={width} height={height} rx={height / 2} opacity={opacity} />
      ))}
    </svg>
  )
}
