// The words of a work's sheet, lists and files that somebody from outside of an office may not know. It is plain data, which the
// portal's help shows and its screens link to.

/** Each word by the end of its address, such as `/ayuda#convenio`: as it is written, and what it means here. */
export const GLOSARIO = {
  'clave-unica': [
    'Clave única',
    'El nombre corto de una obra, que ninguna otra tiene: con él se busca y se cita.',
  ],
  'monto-registrado': [
    'Monto de la obra, o monto registrado',
    'El presupuesto con que se registró la obra, en pesos mexicanos. Lo que se contrata puede ser más o menos.',
  ],
  'avance-fisico': [
    'Avance físico',
    'Por ciento construido de toda la obra desde que empezó, según la dependencia. 100 % es que está terminada de construir; no dice cuánto se ha pagado.',
  ],
  'fecha-de-corte': [
    'Fecha de corte',
    'El día hasta el que cuenta un reporte: un avance con corte al 30 de junio dice lo construido y lo pagado hasta ese día, aunque se haya capturado después.',
  ],
  'monto-pagado': [
    'Monto pagado',
    'Todo lo que se ha pagado desde que empezó la obra, con IVA, según el último reporte que lo dijo.',
  ],
  pagado: [
    'Pagado, en por ciento',
    'Lo pagado entre lo que se debe pagar: la suma de sus contratos, con sus convenios; el monto registrado, si no tiene contratos. Donde se dice «del monto registrado», es de éste aunque los haya. Lo pagado puede ir por delante de lo construido: un anticipo se paga antes.',
  ],
  contrato: [
    'Contrato',
    'El acuerdo con una empresa para construir, supervisar o proyectar la obra, por un monto y en un plazo. Una obra puede tener varios.',
  ],
  procedimiento: [
    'Procedimiento de contratación',
    'Cómo se eligió a la empresa: en una licitación pública puede participar cualquiera; en una invitación, sólo las invitadas; una adjudicación directa se da a una sin concurso.',
  ],
  proponentes: ['Proponentes', 'Las empresas que presentaron una propuesta para un contrato.'],
  anticipo: [
    'Anticipo',
    'La parte de un contrato que se paga antes de empezar, para materiales y maquinaria. Se descuenta de los pagos siguientes.',
  ],
  convenio: [
    'Convenio',
    'El acuerdo que cambia un contrato ya firmado: su monto, su plazo o lo que se construye, y dice por qué.',
  ],
  'monto-vigente': [
    'Monto vigente',
    'La suma de los contratos como están hoy: con sus convenios, y los que terminaron antes de tiempo por su monto final. El monto contratado es como se firmaron.',
  ],
  'terminacion-anticipada': [
    'Terminación anticipada y rescisión',
    'Un contrato que acabó antes de concluir la obra: por acuerdo o interés público, o porque una de las partes no cumplió. Cuenta por su monto final, lo que de verdad se pagó por él.',
  ],
  'monto-final': ['Monto final', 'Lo que costó un contrato, o la obra, ya terminado.'],
  programa: [
    'Programa, o lo previsto',
    'El plan de la obra: cuándo empieza y termina, y cuánto debe llevar construido en cada fecha. Si se reprograma, el primero no se borra.',
  ],
  'termino-vigente': [
    'Término vigente',
    'La fecha en que la obra debe terminar según su último convenio o programa. La prevista al inicio es la del primer programa.',
  ],
  atraso: [
    'Atraso',
    'Los días que pasaron desde el término vigente sin que la obra terminara, o los que tardó de más en terminar.',
  ],
  'en-el-plazo-vigente': [
    'En el plazo vigente',
    'Terminó antes de la fecha que valía al final, pero después de la que se prometió al inicio: el plazo se había movido.',
  ],
  'entrega-recepcion': [
    'Entrega-recepción',
    'El acto en que la empresa entrega la obra terminada y la dependencia la recibe, con un acta.',
  ],
  suspendida: [
    'Suspendida',
    'Una obra que se detuvo y no se ha cancelado. De ella no se esperan reportes mientras siga así.',
  ],
} as const satisfies Record<string, readonly [termino: string, definicion: string]>;

export type EnGlosario = keyof typeof GLOSARIO;
