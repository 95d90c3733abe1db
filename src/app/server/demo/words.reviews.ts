/* What invented clients of the demo say, and what invented musicians answer. */

export const SAID = {
  best: [
    'Llegaron antes de la hora, probaron sonido sin molestar y la gente no dejó de bailar.',
    'Superó lo que esperábamos. Mis papás todavía hablan de los boleros.',
    'Supo leer a la gente: suave en la cena y con todo cuando había que levantar la pista.',
    'Muy profesional desde el primer mensaje. Contestó todo rápido y cumplió cada detalle.',
    'Nos ayudó a escoger las canciones de la ceremonia y quedó perfecto.',
    'El volumen justo para poder conversar. Lo volveríamos a contratar sin pensarlo.',
    'Hubo un cambio de hora a última hora y lo resolvió con una sonrisa.',
    'Los invitados pidieron el contacto toda la noche. Un éxito.',
    'Impecable. Vestuario, repertorio y puntualidad de primera.',
    'Hizo que un evento de empresa se sintiera como una fiesta entre amigos.',
    'Trajo su propio equipo y se oía clarísimo hasta la última mesa.',
    'Cantó la canción de mi abuela sin que se la pidiéramos dos veces. Lloramos todos.',
  ],
  good: [
    'Muy buena música. Empezó unos minutos tarde, pero lo compensó al final.',
    'Buen repertorio y buen trato. Nos faltó un poco más de música para bailar.',
    'Todo bien. El montaje tardó más de lo que habíamos hablado.',
    'Tocan muy bien; la comunicación antes del evento pudo ser más ágil.',
    'Gustó mucho a los invitados. El volumen estuvo algo alto al principio.',
    'Cumplieron con lo acordado y fueron amables con todos.',
    'Buena voz y buen ambiente. Repitió un par de canciones.',
    'Recomendable para una cena tranquila.',
  ],
  mixed: [
    'La música estuvo bien, pero llegaron tarde y hubo que mover la cena.',
    'Tocaron bien aunque el repertorio no fue el que habíamos hablado.',
    'Costó que contestaran antes del evento. El día de la fiesta, correcto.',
    'Esperábamos más energía en la última hora.',
  ],
} as const

export const ANSWERS = [
  '¡Gracias! Fue un gusto acompañarlos esa noche.',
  'Gracias por la confianza. Qué bonita fiesta la de ustedes.',
  'Gracias por contarlo. Tomamos nota para la próxima.',
  'Un placer tocar para ustedes. ¡Hasta la próxima!',
] as const
