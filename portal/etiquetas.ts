// What people call the properties of each schema: npm run types makes this of the OpenAPI document.

export const Ubicacion = {
  municipioId: 'Municipio',
  direccion: 'Dirección',
  localidadReferencia: 'Localidad de referencia',
  referenciaLugar: 'Referencia del lugar',
  tipoGeometria: 'Forma',
  geometriaJson: 'Dibujo',
  orden: 'Orden',
} as const;

export const Obra = {
  id: 'Identificador',
  numeroObra: 'Número de obra',
  claveUnica: 'Clave única',
  nombre: 'Nombre',
  descripcion: 'Descripción',
  monto: 'Monto',
  ejercicioFiscalId: 'Ejercicio fiscal',
  dependenciaId: 'Dependencia',
  municipioId: 'Municipio',
  tipoProyectoId: 'Tipo de proyecto',
  estatusObraId: 'Estatus',
  ubicaciones: 'Ubicaciones',
} as const;

export const CamposDeObra = {
  id: 'Identificador',
  numeroObra: 'Número de obra',
  claveUnica: 'Clave única',
  nombre: 'Nombre',
  descripcion: 'Descripción',
  monto: 'Monto',
  ejercicioFiscalId: 'Ejercicio fiscal',
  dependenciaId: 'Dependencia',
  municipioId: 'Municipio',
  tipoProyectoId: 'Tipo de proyecto',
  estatusObraId: 'Estatus',
  ubicaciones: 'Ubicaciones',
  textos: 'Textos',
  etag: 'ETag',
} as const;

export const ColumnaLeida = {
  campo: {
    claveUnica: 'Clave única',
    nombre: 'Nombre de la obra',
    descripcion: 'Descripción',
    monto: 'Monto en pesos',
    ejercicioFiscal: 'Ejercicio fiscal',
    dependencia: 'Dependencia',
    siglas: 'Siglas de la dependencia',
    municipio: 'Municipio',
    municipioClave: 'Clave del municipio',
    tipoProyecto: 'Tipo de proyecto',
    estatus: 'Estatus',
    direccion: 'Dirección',
    localidadReferencia: 'Localidad de referencia',
    referenciaLugar: 'Referencia del lugar',
    longitud: 'Longitud',
    latitud: 'Latitud',
    entidad: 'Entidad federativa, que debe ser Yucatán',
    avanceFisico: 'Avance físico, del que se deduce el estatus',
    coordenadas: 'Latitud y longitud en una celda',
  },
} as const;

export const ValoresEntendidos = {
  claveUnica: 'Clave única',
  nombre: 'Nombre de la obra',
  descripcion: 'Descripción',
  monto: 'Monto en pesos',
  ejercicioFiscal: 'Ejercicio fiscal',
  dependencia: 'Dependencia',
  siglas: 'Siglas de la dependencia',
  municipio: 'Municipio',
  municipioClave: 'Clave del municipio',
  tipoProyecto: 'Tipo de proyecto',
  estatus: 'Estatus',
  direccion: 'Dirección',
  localidadReferencia: 'Localidad de referencia',
  referenciaLugar: 'Referencia del lugar',
  longitud: 'Longitud',
  latitud: 'Latitud',
  entidad: 'Entidad federativa, que debe ser Yucatán',
  avanceFisico: 'Avance físico, del que se deduce el estatus',
  coordenadas: 'Latitud y longitud en una celda',
} as const;
