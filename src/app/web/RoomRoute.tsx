import { RecordingCard } from '#features/lessons/recordings/web/RecordingCard.tsx'
import { RoomPage } from '#features/lessons/room/web/RoomPage.tsx'
import { ScoreCard } from '#features/lessons/scores/web/ScoreCard.tsx'
import { LessonTalk } from './LessonTalk.ts'

/** /lessons/:id/room: the room, with what the two look at, record and write to each other there. */
export const RoomRoute = () => <RoomPage Talk={LessonTalk} Score={ScoreCard} Recording={RecordingCard} />
