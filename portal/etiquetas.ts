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

export const Avance = {
  id: 'Identificador',
  fechaCorte: 'Fecha de corte',
  avanceFisico: 'Avance físico',
  montoPagado: 'Monto pagado',
  causaAtraso: 'Causa del atraso',
  observaciones: 'Observaciones',
  avanceFinanciero: 'Avance financiero',
} as const;

export const Programa = {
  version: 'Versión',
  fechaInicio: 'Fecha de inicio',
  fechaTermino: 'Fecha de término',
  motivo: 'Motivo',
  curva: 'Curva',
} as const;

export const Ejecucion = {
  fechaInicioReal: 'Fecha de inicio real',
  fechaTerminoReal: 'Fecha de término real',
  fechaEntregaRecepcion: 'Fecha de entrega-recepción',
  montoFinal: 'Monto final',
  alcanceFinal: 'Alcance final',
  motivoVariacion: 'Motivo de la variación',
} as const;

export const Convenio = {
  id: 'Identificador',
  orden: 'Orden',
  fecha: 'Fecha',
  montoNuevo: 'Monto nuevo',
  fechaTerminoNueva: 'Fecha de término nueva',
  alcance: 'Alcance',
  justificacion: 'Justificación',
} as const;

export const Contrato = {
  id: 'Identificador',
  numero: 'Número',
  naturaleza: 'Naturaleza',
  procedimiento: 'Procedimiento',
  numeroProponentes: 'Número de proponentes',
  objeto: 'Objeto',
  contratista: 'Contratista',
  contratistaRfc: 'RFC del contratista',
  ocid: 'OCID',
  url: 'Enlace',
  monto: 'Monto',
  anticipo: 'Anticipo',
  fechaFirma: 'Fecha de firma',
  fechaInicio: 'Fecha de inicio',
  fechaTermino: 'Fecha de término',
  terminacion: 'Terminación',
  fechaTerminacion: 'Fecha de terminación',
  montoFinal: 'Monto final',
  fechaEntregaRecepcion: 'Fecha de entrega-recepción',
  motivoTerminacion: 'Motivo de la terminación',
  montoVigente: 'Monto vigente',
  fechaTerminoVigente: 'Fecha de término vigente',
  variacionMonto: 'Variación del monto',
  variacionPlazo: 'Variación del plazo',
  convenios: 'Convenios',
} as const;
