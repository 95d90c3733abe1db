/** Names and sentences of the demo's people: common in Central America, none of anybody in particular. */
export const WOMEN =
  'Marisol Lucía Andrea Gabriela Sofía Valeria Ximena Paola Karla Daniela Alejandra Fernanda Carmen Rosario Ingrid Jimena Estela Mariana Camila Nohemí Dulce Yolanda Beatriz Silvia Claudia Miriam Elena Patricia Brenda Wendy Ana Teresa Julia Isabel Raquel Lorena Marcela Verónica Glenda Heidy'.split(
    ' ',
  )
export const MEN =
  'Carlos José Luis Diego Andrés Fernando Mario Óscar Rodrigo Esteban Javier Manuel Ernesto Pablo Sergio Héctor Rubén Álvaro Gerardo Tomás Emilio Julio Kevin Byron Selvin Wilmer Edgar Marvin Allan Cristian Hugo Iván Raúl Ramiro Joaquín Sebastián Mateo Gabriel Nelson Otto'.split(
    ' ',
  )
export const SURNAMES =
  'Reyes Aguilar Morales Castillo Cabrera Ordóñez Flores Mejía Zelaya Pineda Chávez Solís Quesada Vargas Arias Rojas Barrantes Ulloa Lacayo Sandoval Membreño Escobar Portillo Alvarado Cáceres Bonilla Rivas Menjívar Ayala Guardado Batres Xicará Tzul Coy Choc Barrios Arévalo Recinos Paniagua Monzón Delgado Samudio Batista Quintero Herrera Castro Núñez Medina Rosales Turcios'.split(
    ' ',
  )

/** Others who hire. */
export const HOSTS = [
  'Regina Batres',
  'Ernesto Monzón',
  'Silvia Paniagua',
  'Byron Recinos',
  'Claudia Arévalo',
] as const

export const BAND_FIRST =
  'La Candela|Los del Istmo|Marimba Luna de|Orquesta Viento del|Trío Nogal|Cuarteto Ceiba|Son de la|Ritmo|Ensamble Jade|Grupo Volcán|Calle|Banda Tucán|Los Parceros del|Noche de|Sexteto Cacao|Café con|Tambor y|Las Palmas del|Fuego|Brisa|Los Faroles de|Quetzal|Colectivo Lago|Sabor|Mestizo'.split(
    '|',
  )
export const BAND_LAST =
  'Norte|Sur|Puerto|Barrio|Ayer|Fuego|Valle|Mar|Maíz|Cobre|Plata|Río|Bosque|Estrella|Tarde|Canela'.split('|')

export const FUNCTIONS = [
  'voice',
  'guitar',
  'bass',
  'drums',
  'piano',
  'saxophone',
  'trumpet',
  'violin',
] as const

/** How somebody describes themselves; {i} instrument, {g} genres, {c} city, {y} years. */
export const BIOS_SOLO = [
  'Toco {i} desde hace {y} años. Mi repertorio va de {g} y se adapta al momento: suave en la cena, con cuerpo cuando la gente quiere bailar. Vivo en {c} y viajo con mi propio equipo.',
  'Crecí entre ensayos y fiestas de pueblo en {c}. Hoy llevo {i}, {g} y buen humor a bodas, hoteles y eventos de empresa. Llego temprano, pruebo sonido sin molestar y no repito canciones.',
  'Me formé en el conservatorio y me gradué en los escenarios. {y} años con {i}, sobre todo {g}. Antes de cada evento hablamos quince minutos para entender qué ambiente buscas.',
  'Soy de {c}. Acompaño ceremonias, cocteles y cenas con {i}: {g} en versiones propias. Puedo tocar sin amplificación en espacios pequeños.',
  'Trabajo con {i} a tiempo completo desde hace {y} años. Mis clientes repiten por tres cosas: puntualidad, buen volumen y un repertorio de {g} que escucha a la sala.',
] as const
export const BIOS_BAND = [
  'Nacimos en {c} hace {y} años y desde entonces no paramos. Hacemos {g} con arreglos propios, vestuario cuidado y un montaje de menos de una hora.',
  'Somos un grupo de {c} que vive de la pista llena. {g}, metales cuando hay espacio y un repertorio que cruza generaciones. Traemos técnico de sonido.',
  '{y} años, más de cien bodas y una regla: la primera canción se decide mirando a la gente. {g} para bailar, boleros para descansar.',
  'Un ensamble de {c} que une oficio y alegría. Tocamos {g} en formato completo o reducido según el lugar y el presupuesto.',
] as const

export const TITLES: Record<string, readonly string[]> = {
  solo: ['{I} solista para tu evento', '{I} en vivo · {G}', 'Ambiente con {i} y {g}', 'Coctel con {i}'],
  duo: ['Dúo de {g}', 'Dúo {I} y voz', 'Dúo acústico · {G}'],
  trio: ['Trío de {g}', 'Trío con {i} · {G}'],
  quartet: ['Cuarteto de {g}', 'Cuarteto con {i}'],
  band: ['Banda completa de {g}', 'Orquesta para bailar · {G}', 'Show de {g} con banda'],
}

export const DESCRIPTIONS = [
  'Incluye repertorio a medida con hasta cinco canciones pedidas por ti, prueba de sonido antes de que lleguen los invitados y pausas con música ambiental.',
  'Llegamos noventa minutos antes, montamos en silencio y tocamos en bloques de cuarenta y cinco minutos. El precio incluye el equipo para salones de hasta 150 personas.',
  'Preparamos el guion musical contigo una semana antes: entrada, momentos clave y cierre. Podemos aprender una canción especial para la ocasión.',
  'Formato cómodo para espacios pequeños y medianos. Volumen bajo control en todo momento y vestuario acordado contigo.',
] as const

/** Spanish words for what the data keeps as keys. */
export const INSTRUMENT_WORDS: Record<string, string> = {
  guitar: 'guitarra',
  piano: 'piano',
  drums: 'batería',
  violin: 'violín',
  bass: 'bajo',
  saxophone: 'saxofón',
  trumpet: 'trompeta',
  voice: 'voz',
}
export const GENRE_WORDS: Record<string, string> = {
  rock: 'rock',
  pop: 'pop',
  jazz: 'jazz',
  classical: 'clásica',
  electronic: 'electrónica',
  latin: 'latina',
  reggaeton: 'reggaetón',
  salsa: 'salsa',
  bachata: 'bachata',
  merengue: 'merengue',
}

/** Who learns with the demo's teachers, besides the demo's student. */
export const LEARNERS = [
  'Andrea Tzunún',
  'Mateo Arriola',
  'Sofía Barillas',
  'Emilio Cifuentes',
  'Valeria Monzón',
  'Rodrigo Paz',
  'Camila Urrutia',
  'Tomás Xicay',
  'Lucía Ajanel',
  'Diego Batres',
  'Renata Castellanos',
  'Andrés Dardón',
  'Ximena Escobar',
  'Javier Fuentes',
  'Isabel Gramajo',
  'Pablo Herrarte',
  'Daniela Ixcot',
  'Sebastián Juárez',
  'Gabriela Lemus',
  'Óscar Morataya',
  'Natalia Ovalle',
  'Fernando Pivaral',
  'Paola Quiñónez',
  'Ricardo Samayoa',
]
