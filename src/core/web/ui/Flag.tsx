const flags = {
  es: (
    <>
      <path fill="#c60b1e" d="M0 0h20v14H0z" />
      <path fill="#ffc400" d="M0 3.5h20v7H0z" />
    </>
  ),
  en: (
    <>
      <path fill="#f9f7fa" d="M0 0h20v14H0z" />
      <path
        stroke="#c8102e"
        strokeWidth="1.08"
        d="M0 .54h20M0 2.7h20M0 4.85h20M0 7h20M0 9.15h20M0 11.3h20M0 13.46h20"
      />
      <path fill="#1f3a7a" d="M0 0h9v7.5H0z" />
      <path
        stroke="#f9f7fa"
        strokeWidth=".9"
        strokeDasharray=".9 1.35"
        d="M1.1 1.5h7M2.2 3.1h5.6M1.1 4.7h7M2.2 6.2h5.6"
      />
    </>
  ),
} as const

/** The flag of a language; decoration beside its code. */
export function Flag({ code, className }: { code: string; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 20 14" className={`h-3.5 w-5 shrink-0 rounded-[3px] ${className ?? ''}`}>
      {flags[code as keyof typeof flags]}
    </svg>
  )
}
