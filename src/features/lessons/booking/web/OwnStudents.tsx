import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { lessonTexts, studentsTexts } from '../../web/texts.ts'
import { listOwnStudents, type OwnStudent } from '../contract.teaching.ts'

const spoken = texts(lessonTexts, studentsTexts, instrumentNames)

/** Whom somebody teaches, asked anew on each visit: a lesson may have come meanwhile. */
export const useOwnStudents = () => useQuery({ ...ask(listOwnStudents), refetchOnMount: 'always' })

/** On a musician's home: whom they teach, who comes next first; nothing for who teaches nobody. */
export function OwnStudents({ query }: { query: ReturnType<typeof useOwnStudents> }) {
  const { t } = useTexts(spoken)
  return (
    <Loaded query={query} waiting={null} failed={t('lessons.teaching.students_failed')}>
      {({ results, zone }) =>
        results.length > 0 && (
          <Card
            title={t('lessons.teaching.students')}
            action={
              <Link to="/calendar?view=lessons" className="text-sm font-medium text-accent">
                {t('lessons.teaching.all_lessons')}
              </Link>
            }
          >
            <ul className="grid gap-x-8 sm:grid-cols-2">
              {results.map((one) => (
                <Student key={one.id} one={one} zone={zone} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  )
}

function Student({ one, zone }: { one: OwnStudent; zone: string }) {
  const { t } = useTexts(spoken)
  const { date, nameOf, time } = useFormat()
  const name = nameOf(one.name)
  const text = [
    t(`business:terms.instruments.${one.instrument}`),
    one.next_at
      ? t('lessons.teaching.next', {
          date: t('lessons.when', { date: date(one.next_at, zone, 'day'), time: time(one.next_at, zone) }),
        })
      : t('lessons.teaching.no_next'),
  ].join(' · ')
  return (
    <li className="border-b border-line py-3">
      <p className="font-semibold wrap-anywhere">
        {one.progress ? (
          <Link to={`/music/students/${one.id}`} className="hover:text-accent">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="text-sm text-ink-2">{text}</p>
    </li>
  )
}
