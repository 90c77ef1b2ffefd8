// The material of generated works: agencies, kinds of work and the words of their texts. The agencies' names are real ones
// of the state, past and present, or plausible ones. None of them is known to have done these works.
import type { Dependencia } from './obra.ts';
import type { Setting } from './places.ts';

// biome-ignore format: a line for each
export const STATE_DEPENDENCIAS = [
  { siglas: 'SOP', nombre: 'Secretaría de Obras Públicas' },
  { siglas: 'INCCOPY', nombre: 'Instituto para la Construcción y Conservación de Obra Pública en Yucatán' },
  { siglas: 'INCAY', nombre: 'Instituto de Infraestructura Carretera de Yucatán' },
  { siglas: 'JAPAY', nombre: 'Junta de Agua Potable y Alcantarillado de Yucatán' },
  { siglas: 'IDEFEEY', nombre: 'Instituto para el Desarrollo y Certificación de la Infraestructura Física Educativa y Eléctrica de Yucatán' },
  { siglas: 'SEGEY', nombre: 'Secretaría de Educación del Gobierno del Estado de Yucatán' },
  { siglas: 'SSY', nombre: 'Servicios de Salud de Yucatán' },
  { siglas: 'IVEY', nombre: 'Instituto de Vivienda del Estado de Yucatán' },
  { siglas: 'SEDER', nombre: 'Secretaría de Desarrollo Rural' },
  { siglas: 'SEDESOL', nombre: 'Secretaría de Desarrollo Social' },
  { siglas: 'SDS', nombre: 'Secretaría de Desarrollo Sustentable' },
  { siglas: 'SEPASY', nombre: 'Secretaría de Pesca y Acuacultura Sustentables de Yucatán' },
  { siglas: 'SEFOTUR', nombre: 'Secretaría de Fomento Turístico' },
  { siglas: 'SEDECULTA', nombre: 'Secretaría de la Cultura y las Artes' },
  { siglas: 'SSP', nombre: 'Secretaría de Seguridad Pública' },
  { siglas: 'IDEY', nombre: 'Instituto del Deporte del Estado de Yucatán' },
  { siglas: 'DIFY', nombre: 'Sistema para el Desarrollo Integral de la Familia en Yucatán' },
  { siglas: 'IMDUT', nombre: 'Instituto de Movilidad y Desarrollo Urbano Territorial' },
  { siglas: 'CULTUR', nombre: 'Patronato de las Unidades de Servicios Culturales y Turísticos del Estado de Yucatán' },
] as const satisfies Dependencia[];

export type Siglas = (typeof STATE_DEPENDENCIAS)[number]['siglas'];

/** One kind of work. The texts' {words} are filled in for each work: see `Words` in generate.ts. */
export interface Kind {
  tipo: string;
  dependencias: Siglas[];
  /** Its part of all works, relative to the others. */
  weight: number;
  /** Half of the works cost less than this, in pesos. */
  median: number;
  /** Deviation of the cost's logarithm: 0.7 keeps two thirds of the works within a factor of 2. */
  spread: number;
  setting: Setting;
  /** The parts of them that are drawn as a point, a route and a plot. */
  shapes: [point: number, route: number, plot: number];
  /** Ids of the only municipios with such works. */
  only?: number[];
  obras: [nombre: string, descripcion: string, timesMedian?: number][];
}

/** The municipios whose seat has a fishing harbour. */
const COAST = [11, 28, 59, 61, 65, 83];

// biome-ignore format: a line for what a kind is and one for its numbers; a line for each work's name, and one for what it consists of
export const KINDS: Kind[] = [
  {
    tipo: 'Pavimentación y calles', dependencias: ['INCCOPY', 'SOP', 'IMDUT'], setting: 'pueblo',
    weight: 17, median: 2_900_000, spread: 0.7, shapes: [2, 7, 1],
    obras: [
      ['Pavimentación de la calle {calle} entre {desde} y {hasta}, {lugar}',
       'Trazo, excavación, base hidráulica, riego de impregnación y carpeta asfáltica de 5 cm de espesor en {metros} m de calle, con señalamiento horizontal.'],
      ['Repavimentación de la calle {calle} entre {desde} y {hasta}, colonia {colonia}, {lugar}',
       'Fresado, riego de liga y carpeta asfáltica en {metros} m, renivelación de brocales y balizamiento de los cruces.'],
      ['Construcción de calles en la colonia {colonia}, {lugar}',
       'Terracerías, base hidráulica y doble riego de sello en {metros} m, con guarniciones de concreto.'],
      ['Guarniciones y banquetas en la calle {calle} entre {desde} y {hasta}, {lugar}',
       'Construcción de banquetas de concreto en {metros} m, con rampas para personas con discapacidad.', 0.5],
      ['Bacheo y riego de sello en calles de la colonia {colonia}, {lugar}',
       'Bacheo superficial aislado y riego de sello en {m2} m² de superficie de rodamiento.', 0.3],
    ],
  },
  {
    tipo: 'Caminos rurales', dependencias: ['INCAY', 'SEDER', 'INCCOPY'], setting: 'campo',
    weight: 9, median: 3_400_000, spread: 0.6, shapes: [1, 9, 0],
    obras: [
      ['Construcción de camino sacacosecha en {lugar}',
       'Desmonte, formación de terracerías, revestimiento y obras de drenaje menor en {km} km, con 4 m de ancho de corona.'],
      ['Rehabilitación del camino rural {municipio} - {localidad}',
       'Renivelación, base hidráulica y doble riego de sello en {km} km, con señalamiento vertical.', 1.4],
      ['Conservación del camino rural a {localidad}, municipio de {municipio}',
       'Rastreo, bacheo y revestimiento de {km} km para dar paso todo el año.', 0.5],
    ],
  },
  {
    tipo: 'Carreteras', dependencias: ['INCAY'], setting: 'campo',
    weight: 3, median: 34_000_000, spread: 0.7, shapes: [1, 9, 0],
    obras: [
      ['Modernización de la carretera {municipio} - {localidad}',
       'Ampliación a 7 m de ancho de calzada con acotamientos en {km} km, carpeta asfáltica, obras de drenaje y señalamiento.'],
      ['Reconstrucción de la carretera {municipio} - {localidad}',
       'Recuperación de la carpeta y base, riego de liga y señalamiento horizontal y vertical en {km} km.', 0.7],
      ['Entronque a desnivel en el acceso a {municipio}',
       'Paso superior vehicular de dos carriles por sentido, gazas, carriles laterales e iluminación en {km} km.', 3.5],
    ],
  },
  {
    tipo: 'Agua potable', dependencias: ['JAPAY', 'INCCOPY', 'SEDESOL'], setting: 'pueblo',
    weight: 12, median: 1_700_000, spread: 0.6, shapes: [5, 5, 0],
    obras: [
      ['Ampliación de la red de agua potable en la calle {calle}, {lugar}',
       'Suministro y tendido de {metros} m de tubería de PVC hidráulico de 3 pulgadas, cruceros y {familias} tomas domiciliarias.'],
      ['Perforación y equipamiento de pozo para agua potable en {lugar}',
       'Perforación, equipo de bombeo, cloración, caseta de controles y línea de conducción de {metros} m.', 1.5],
      ['Rehabilitación del sistema de agua potable de {lugar}',
       'Sustitución de equipos de bombeo y de {metros} m de línea de conducción en beneficio de {familias} familias.'],
      ['Construcción de tanque elevado de agua potable en {lugar}',
       'Tanque de concreto de 50 m³ sobre torre de 12 m, interconexiones y cloración en beneficio de {familias} familias.', 2],
      ['Sustitución de tomas domiciliarias en la colonia {colonia}, {lugar}',
       'Cambio de {familias} tomas domiciliarias y colocación de micromedidores.', 0.6],
    ],
  },
  {
    tipo: 'Drenaje y saneamiento', dependencias: ['JAPAY', 'SDS', 'INCCOPY'], setting: 'pueblo',
    weight: 7, median: 1_200_000, spread: 0.7, shapes: [7, 2, 1],
    obras: [
      ['Construcción de pozos pluviales en la colonia {colonia}, {lugar}',
       'Perforación de {n} pozos de absorción con rejillas y areneros para evitar encharcamientos en época de lluvias.', 0.7],
      ['Drenaje pluvial en la calle {calle} entre {desde} y {hasta}, {lugar}',
       'Registros, rejillas, pozos de absorción y {metros} m de tubería corrugada de polietileno de alta densidad.'],
      ['Construcción de planta de tratamiento de aguas residuales en {lugar}',
       'Cárcamo, reactor biológico, sedimentador, lechos de secado y emisor de {metros} m en beneficio de {familias} familias.', 6],
      ['Construcción de baños con biodigestor en {lugar}',
       'Construcción de {n} sanitarios con biodigestor para familias sin servicio de drenaje.'],
    ],
  },
  {
    tipo: 'Electrificación', dependencias: ['IDEFEEY', 'SEDESOL', 'INCCOPY'], setting: 'pueblo',
    weight: 8, median: 850_000, spread: 0.6, shapes: [4, 6, 0],
    obras: [
      ['Ampliación de la red eléctrica en la calle {calle}, {lugar}',
       'Tendido de {metros} m de línea de media y baja tensión, {n} postes de concreto y transformador de 25 kVA.'],
      ['Electrificación de la colonia {colonia}, {lugar}',
       'Ampliación de la red de distribución en {metros} m y {familias} acometidas domiciliarias.', 1.5],
      ['Electrificación de pozos de la unidad agrícola de {lugar}',
       'Línea de media tensión de {metros} m, subestación de 45 kVA y tableros para {n} equipos de bombeo.', 1.3],
    ],
  },
  {
    tipo: 'Alumbrado público', dependencias: ['SOP', 'INCCOPY'], setting: 'pueblo',
    weight: 6, median: 950_000, spread: 0.7, shapes: [3, 6, 1],
    obras: [
      ['Alumbrado público en la calle {calle} entre {desde} y {hasta}, {lugar}',
       'Instalación de {n} postes metálicos y luminarias LED a lo largo de {metros} m.'],
      ['Sustitución de luminarias en la colonia {colonia}, {lugar}',
       'Suministro y colocación de {familias} luminarias LED de 60 W con brazo y cableado.'],
      ['Iluminación del acceso a {lugar}',
       'Postes cónicos de 9 m, luminarias LED de 100 W y ductos subterráneos en {metros} m.', 1.5],
    ],
  },
  {
    tipo: 'Infraestructura educativa', dependencias: ['IDEFEEY', 'SEGEY'], setting: 'pueblo',
    weight: 12, median: 1_900_000, spread: 0.6, shapes: [8, 0, 2],
    obras: [
      ['Construcción de domo en la escuela primaria {escuela}, {lugar}',
       'Estructura metálica con cubierta de lámina sobre la plaza cívica, firme de concreto e iluminación.'],
      ['Construcción de aulas en la escuela secundaria {escuela}, {lugar}',
       'Construcción de {pocos} aulas didácticas de estructura regional, con mobiliario e instalaciones, para {familias} estudiantes.', 1.6],
      ['Rehabilitación de sanitarios en el jardín de niños {escuela}, {lugar}',
       'Cambio de muebles, pisos, instalaciones hidrosanitarias y fosa séptica, y pintura general.', 0.4],
      ['Impermeabilización e instalaciones eléctricas de la escuela primaria {escuela}, {lugar}',
       'Impermeabilización de azoteas, cambio de la acometida y alumbrado LED en {pocos} edificios del plantel.', 0.5],
      ['Construcción de comedor en la telesecundaria {escuela}, {lugar}',
       'Comedor con cocina, bodega y barra de servicio para {familias} estudiantes.'],
      ['Construcción de biblioteca en el colegio de bachilleres {escuela}, {lugar}',
       'Sala de lectura, acervo, sala de cómputo e instalaciones de voz y datos.', 2],
    ],
  },
  {
    tipo: 'Salud', dependencias: ['SSY', 'SOP'], setting: 'pueblo',
    weight: 5, median: 3_200_000, spread: 0.8, shapes: [8, 0, 2],
    obras: [
      ['Construcción del centro de salud de {lugar}',
       'Construcción de {pocos} consultorios, sala de espera, farmacia, área de curaciones y residencia médica.', 2.5],
      ['Ampliación y remodelación del centro de salud de {lugar}',
       'Remodelación de {pocos} consultorios, instalaciones hidrosanitarias y eléctricas, e impermeabilización.'],
      ['Rehabilitación de la casa de salud de {lugar}',
       'Albañilería, pintura, cancelería e instalaciones, en beneficio de {familias} familias.', 0.3],
      ['Ampliación del hospital comunitario de {municipio}',
       'Área de urgencias con {n} camas, sala de choque, rayos X y estacionamiento de ambulancias.', 9],
    ],
  },
  {
    tipo: 'Parques y espacios públicos', dependencias: ['SOP', 'INCCOPY', 'SDS'], setting: 'pueblo',
    weight: 7, median: 2_200_000, spread: 0.7, shapes: [4, 0, 6],
    obras: [
      ['Rehabilitación del parque de la colonia {colonia}, {lugar}',
       'Andadores, bancas, juegos infantiles, ejercitadores, iluminación LED y jardinería en {m2} m².'],
      ['Construcción de parque público en {lugar}',
       'Andadores, área de juegos, cancha, arbolado con especies nativas y riego en {m2} m².', 1.4],
      ['Remodelación de la plaza principal de {lugar}',
       'Pisos, bancas confidente, quiosco, iluminación ornamental y jardinería en {m2} m².', 1.8],
      ['Construcción de área infantil en la calle {calle}, {lugar}',
       'Juegos modulares sobre piso amortiguante, malla perimetral y luminarias.', 0.4],
    ],
  },
  {
    tipo: 'Infraestructura deportiva', dependencias: ['IDEY', 'INCCOPY'], setting: 'pueblo',
    weight: 5, median: 1_800_000, spread: 0.7, shapes: [4, 0, 6],
    obras: [
      ['Construcción de cancha de usos múltiples en {lugar}',
       'Firme de concreto, trazo de canchas, tableros, malla ciclónica, gradas e iluminación.'],
      ['Rehabilitación del campo de béisbol de {lugar}',
       'Nivelación del terreno, dugouts, gradas para {familias} personas, sanitarios y alumbrado.'],
      ['Construcción de la unidad deportiva de {lugar}',
       'Campo de fútbol, canchas, trotapista, baños y vestidores, y estacionamiento en {m2} m².', 4],
      ['Techumbre y gradas en la cancha de la colonia {colonia}, {lugar}',
       'Estructura metálica con cubierta de lámina, gradas para {familias} personas e iluminación.'],
    ],
  },
  {
    tipo: 'Vivienda', dependencias: ['IVEY', 'SEDESOL'], setting: 'pueblo',
    weight: 7, median: 1_500_000, spread: 0.5, shapes: [8, 0, 2],
    obras: [
      ['Construcción de {n} cuartos dormitorio en {lugar}',
       'Cimentación, muros de block, techo de vigueta y bovedilla, aplanados e instalación eléctrica.'],
      ['Construcción de {n} pies de casa en {lugar}',
       'Viviendas de 42 m² con cuarto, cocina, baño y biodigestor.', 3],
      ['Piso y techo firme para {n} viviendas de {lugar}',
       'Losas de vigueta y bovedilla y pisos de concreto para reducir el rezago por calidad de la vivienda.', 0.7],
      ['Construcción de {n} cocinas con fogón ecológico en {lugar}',
       'Muros, techo, fogón con chimenea y lavadero en viviendas con rezago.', 0.6],
    ],
  },
  {
    tipo: 'Mercados y edificios públicos', dependencias: ['SOP', 'INCCOPY'], setting: 'pueblo',
    weight: 4, median: 3_800_000, spread: 0.8, shapes: [7, 0, 3],
    obras: [
      ['Remodelación del mercado municipal de {municipio}',
       'Rehabilitación de {familias} locales, cubierta, pisos, instalaciones eléctricas e hidrosanitarias y accesos.', 3],
      ['Rehabilitación de la comisaría de {lugar}',
       'Restauración de fachada, cubiertas, pisos, oficinas y sanitarios.', 0.4],
      ['Construcción del centro comunitario de {lugar}',
       'Salón de usos múltiples, aula de oficios, sanitarios y estacionamiento.'],
      ['Rehabilitación del cementerio de {lugar}',
       'Barda perimetral, andadores, capilla y osarios.', 0.5],
    ],
  },
  {
    tipo: 'Asistencia social', dependencias: ['DIFY'], setting: 'pueblo',
    weight: 2, median: 1_100_000, spread: 0.6, shapes: [9, 0, 1],
    obras: [
      ['Construcción de espacio de alimentación en {lugar}',
       'Cocina, comedor y bodega para el programa de desayunos de {familias} niñas y niños.'],
      ['Rehabilitación de la unidad básica de rehabilitación de {municipio}',
       'Áreas de terapia física, tanque terapéutico, rampas y sanitarios accesibles.', 2],
    ],
  },
  {
    tipo: 'Seguridad pública', dependencias: ['SSP'], setting: 'pueblo',
    weight: 1.5, median: 5_200_000, spread: 0.8, shapes: [9, 0, 1],
    obras: [
      ['Construcción de módulo de seguridad pública en {lugar}',
       'Caseta, dormitorio, sanitarios, torre de comunicaciones y estacionamiento de patrullas.'],
      ['Instalación de puntos de videovigilancia en {municipio}',
       '{n} postes con cámaras, gabinetes, respaldo de energía y enlace de fibra óptica.', 1.5],
    ],
  },
  {
    tipo: 'Cultura y patrimonio', dependencias: ['SEDECULTA', 'CULTUR'], setting: 'pueblo',
    weight: 3, median: 2_600_000, spread: 0.7, shapes: [9, 0, 1],
    obras: [
      ['Construcción de la biblioteca pública de {lugar}',
       'Sala de lectura, acervo, sala infantil, sala de cómputo y módulos sanitarios.'],
      ['Rehabilitación de la casa de la cultura de {municipio}',
       'Cubiertas, instalaciones eléctricas, foro y talleres de música y danza.'],
      ['Restauración del exconvento de {municipio}',
       'Consolidación de muros y cubiertas, restauración de acabados e iluminación escénica.', 2.5],
    ],
  },
  {
    tipo: 'Turismo', dependencias: ['SEFOTUR', 'CULTUR'], setting: 'campo',
    weight: 2, median: 4_200_000, spread: 0.7, shapes: [6, 2, 2],
    obras: [
      ['Construcción de parador turístico en {lugar}',
       'Módulo de servicios, estacionamiento, andadores accesibles y señalética en español y maya.', 2],
      ['Infraestructura de acceso al cenote de {localidad}, municipio de {municipio}',
       'Escalinatas, mirador, sanitarios ecológicos y {metros} m de sendero interpretativo.'],
    ],
  },
  {
    tipo: 'Infraestructura hidroagrícola y pecuaria', dependencias: ['SEDER'], setting: 'campo',
    weight: 4, median: 1_200_000, spread: 0.6, shapes: [6, 0, 4],
    obras: [
      ['Equipamiento de pozo y sistema de riego en {lugar}',
       'Perforación, equipo de bombeo solar y riego por aspersión para {n} productores.'],
      ['Rehabilitación de la unidad de riego de {lugar}',
       'Cambio de la red de conducción y de las casetas de bombeo en beneficio de {n} productores.', 1.5],
      ['Construcción de bebederos y corrales de manejo en {lugar}',
       'Corrales, embudo, báscula y bebederos para los hatos de {n} productores.', 0.5],
    ],
  },
  {
    tipo: 'Infraestructura portuaria y pesquera', dependencias: ['SEPASY', 'SOP'], setting: 'pueblo',
    weight: 1.5, median: 7_500_000, spread: 0.7, shapes: [7, 1, 2],
    only: COAST,
    obras: [
      ['Rehabilitación del refugio pesquero de {municipio}',
       'Dragado de la dársena, bordos de piedra y atracaderos para {familias} embarcaciones.', 2],
      ['Construcción de fábrica de hielo para pescadores de {municipio}',
       'Obra civil, cámaras de conservación y planta de tratamiento en beneficio de {familias} pescadores.'],
      ['Rehabilitación del muelle de {municipio}',
       'Sustitución de pilotes y losa, defensas, balizas e iluminación.', 1.5],
    ],
  },
  {
    tipo: 'Movilidad', dependencias: ['IMDUT', 'SOP'], setting: 'pueblo',
    weight: 2.5, median: 5_500_000, spread: 0.7, shapes: [2, 8, 0],
    only: [41, 50, 59, 101, 102],
    obras: [
      ['Construcción de ciclovía en la calle {calle}, {municipio}',
       'Carril confinado de {metros} m con señalamiento, semáforos y rampas accesibles.'],
      ['Cruceros seguros en la calle {calle} entre {desde} y {hasta}, {municipio}',
       'Ampliación de banquetas, semáforos peatonales y señalamiento en {pocos} cruceros.', 0.5],
      ['Paraderos de transporte público en la colonia {colonia}, {municipio}',
       'Suministro e instalación de {n} paraderos con techumbre, asientos e iluminación solar.', 0.4],
      ['Paso a desnivel en el periférico a la altura de la calle {calle}, {municipio}',
       'Estructura de dos carriles por sentido, muros mecánicamente estabilizados, laterales e iluminación.', 30],
    ],
  },
];

// biome-ignore format: rows of names
export const COLONIAS = [
  'Centro', 'San Juan', 'Santa Ana', 'San Sebastián', 'Guadalupe', 'San Francisco', 'Santa Lucía',
  'San José', 'La Guadalupana', 'Benito Juárez', 'Emiliano Zapata', 'Vicente Guerrero',
  'Felipe Carrillo Puerto', 'Lázaro Cárdenas', 'Jacinto Canek', 'Militar', 'Obrera', 'San Antonio',
  'San Isidro', 'Candelaria',
];

// biome-ignore format: rows of names
export const ESCUELAS = [
  'Benito Juárez García', 'Miguel Hidalgo y Costilla', 'José María Morelos',
  'Felipe Carrillo Puerto', 'Justo Sierra Méndez', 'Rita Cetina Gutiérrez', 'Andrés Quintana Roo',
  'Salvador Alvarado', 'Niños Héroes', 'Ignacio Zaragoza', 'Lázaro Cárdenas del Río',
  'Emiliano Zapata', 'Artemio Alpizar Ruz', 'Eligio Ancona', 'Consuelo Zavala',
  'Manuel Cepeda Peraza', 'Serapio Rendón', 'Nachi Cocom', 'Jacinto Canek', 'Leona Vicario',
  'Sor Juana Inés de la Cruz', 'Francisco I. Madero', 'Cuauhtémoc', 'Vicente Guerrero',
];

// biome-ignore format: rows of texts
export const REFERENCIAS = [
  'A un costado del palacio municipal', 'Frente al parque principal', 'A espaldas de la iglesia',
  'Junto al campo deportivo', 'Frente a la escuela primaria', 'A una cuadra del mercado',
  'Junto al cementerio', 'A 200 m de la carretera', 'Frente al centro de salud',
  'Junto al tanque de agua potable',
];

// Follow-up -----------------------------------------------------------------------------------------

/** Firms that do not exist, with their RFC: one has none, and the last sign of another is wrong. */
export const RFC_DE: Record<string, string | null> = {
  'Constructora Ficticia del Mayab, S.A. de C.V.': 'CFM010101XX1',
  'Edificaciones Imaginarias del Sureste, S.A. de C.V.': 'EIS020202XXA',
  'Caminos Supuestos de la Península, S.A. de C.V.': 'CSP030303XX2',
  'Pavimentos de Ejemplo, S. de R.L. de C.V.': 'PEJ040404XX7',
  'Infraestructura Inventada de Yucatán, S.A. de C.V.': 'IIY050505XX2',
  'Grupo Constructor Muestra, S.A. de C.V.': null,
  'Obras Hidráulicas de Ensayo, S.A. de C.V.': 'OHE070707XX4',
  'Urbanizaciones Hipotéticas, S.A.P.I. de C.V.': 'UHI080808XX6',
  'Ingeniería de Prueba y Asociados, S.C.': 'IPA090909XX4',
  'Electrificaciones Demostrativas, S.A. de C.V.': 'EDE101010XX0',
};
export const CONTRATISTAS = Object.keys(RFC_DE);

/** Contracts with a person, a consortium and an RFC that many bear, as real ledgers have them. */
export const OTHER_FIRMS: Record<string, [contratista: string, rfc: string | null]> = {
  'SOP-2022-00005-C': ['Juan Pérez Ficticio', 'PEFJ800101XX9'],
  'INCCOPY-2023-00007-C': ['Juan Pérez Ficticio', 'PEFJ800101XX9'],
  'INCAY-2024-00003-C': [
    'Caminos Supuestos de la Península, S.A. de C.V. y Constructora Ficticia del Mayab, S.A. de C.V.',
    null,
  ],
  'SEDESOL-2025-00002-C': ['Pavimentos de Ejemplo, S. de R.L. de C.V.', 'XAXX010101000'],
};
/** A second spelling: the year whose contracts have it, and whose name it is. */
export const OTHER_SPELLING = {
  anio: '-2023-',
  contratista: 'Urbanizaciones Hipotéticas, S.A.P.I. de C.V.',
  dicho: 'URBANIZACIONES HIPOTETICAS SAPI DE CV',
};

export const CAUSAS = ['CLIMA', 'PREDIO', 'PERMISOS', 'PAGOS', 'CONTRATISTA', 'PROYECTO', 'SOCIAL'];

export const MOTIVOS_DE_PLAZO = [
  'Lluvias por encima de la media detuvieron los trabajos.',
  'El predio se entregó después de la fecha pactada.',
  'El anticipo se pagó después de la fecha pactada.',
  'Se encontraron instalaciones que no estaban en los planos.',
];

export const MOTIVOS_DE_AMPLIACION = [
  'Volúmenes adicionales de excavación en roca.',
  'Trabajos que el proyecto ejecutivo no preveía.',
  'Se amplió el alcance a petición de los vecinos.',
];
