/** Fields of what there is to see and hear of a project. */
export const MEDIA_FIELDS: Record<string, string> = {
  pictures: 'Photos of the gallery, in their order.',
  sounds: 'What can be heard, in its order.',
  links: 'What can be seen or heard on players elsewhere, in its order.',
  songs: 'What the project plays, in its order; 300 songs at most.',
  'RepertoireSong.artist': 'Who is known for it; empty: their own, or nobody’s.',
  stage: 'What the project needs of a stage.',
  needs: 'What it needs of the place: room, electricity, chairs, who sets up.',
  rider: 'What it needs of the sound: channels, microphones, monitors.',
  has_rider_file: 'There is a technical rider as a PDF, for its own people and who has an event with it.',
  rider_file: 'The technical rider as a PDF; null without one.',
  seconds: 'How long it is, in seconds.',
  levels:
    'How loud it is from its beginning to its end: 96 columns, 0 to 100, the loudest 100; null until it was listened through.',
  provider: 'Whose player it is on.',
  used: 'How many photos, sounds and links there are.',
  media_id: 'The photo, sound or link.',
  resting: 'Ids of those that aren’t shown, since the owner’s plan has no room for them.',
  picture: 'Address of a picture, as an upload answered it.',
  ids: 'Their ids, in the order that they shall have.',
  has_sound: 'There is something of the project to be heard.',
  'ProfileService.level': 'Whom a lesson is for.',
}
