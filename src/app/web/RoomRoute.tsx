import { RoomPage } from '#features/lessons/room/web/RoomPage.tsx'
import { LessonTalk } from './LessonTalk.ts'

/** /lessons/:id/room: the room, and what the two write to each other meanwhile. */
export const RoomRoute = () => <RoomPage Talk={LessonTalk} />
