/** A text of several paragraphs, one a line; lines that begin with a dash are a list. */
export function Prose({ children }: { children: string }) {
  const blocks: { isList: boolean; lines: string[] }[] = []
  for (const line of children.split('\n')) {
    const isList = line.startsWith('- ')
    const last = blocks.at(-1)
    if (isList && last?.isList) last.lines.push(line.slice(2))
    else blocks.push({ isList, lines: [isList ? line.slice(2) : line] })
  }
  return (
    <div className="flex flex-col gap-3 text-ink-2">
      {blocks.map(({ isList, lines }) =>
        isList ? (
          <ul key={lines[0]} className="flex list-disc flex-col gap-1.5 pl-5">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p key={lines[0]}>{lines[0]}</p>
        ),
      )}
    </div>
  )
}
