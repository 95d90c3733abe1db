import { expect, test } from 'vitest'
import { drawn, PROFILE, type ProjectReviews } from './found.fixture.tsx'

test('what clients said is drawn with it, escaped, and its rating is data for machines', async () => {
  const marks = { satisfaction: 5, professionalism: 4, communication: 5, punctuality: 4 }
  const review: ProjectReviews['results'][number] = {
    ...{ id: 3, ...marks, mark: 4.5, text: 'Bailamos </script> toda la noche.', author: 'Ana' },
    ...{
      event_type: 'wedding',
      instrument: null,
      city: 'Cobán',
      played_on: '2026-03-01',
      revealed_at: '2026-03-10T00:00:00Z',
    },
    answer: { text: 'Gracias, Ana.', answered_at: '2026-03-11T00:00:00Z' },
  }
  const summary: ProjectReviews['summary'] = {
    ...{ rating: 4.33, rating_count: 1, aspects: marks },
    distribution: [5, 4, 3, 2, 1].map((mark) => ({ mark, count: mark === 5 ? 1 : 0 })),
    event_types: [{ event_type: 'wedding', count: 1 }],
    lessons: 0,
  }
  for (const [language, said] of [
    ['es', ['Reseñas', '5 de 5: 1 reseña', '4.5 de 5', 'Respuesta de Los Vargas']],
    ['en', ['Reviews', '5 out of 5: 1 review', '4.5 out of 5', 'Answer from Los Vargas']],
  ] as const) {
    const { body } = await drawn(
      language,
      { ...PROFILE, rating: 4.33, rating_count: 1 },
      { results: [review], next: null, summary },
    )
    for (const words of [...said, 'toda la noche', 'Gracias, Ana.']) expect(body, words).toContain(words)
    expect(body).not.toContain('Bailamos </script>')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(data).aggregateRating).toMatchObject({ ratingValue: 4.33, reviewCount: 1 })
    expect(body.match(/reviews\.[a-z_]+[^"]{0,20}</), 'a key where its text should be').toBeNull()
  }
  const nobody = await drawn('es')
  expect(nobody.body).not.toContain('aggregateRating')
  expect(nobody.body).toContain('Aún no tiene reseñas')
})
