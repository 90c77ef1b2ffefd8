import './constraints.ts';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { clerk } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import { hasChanged, notFound } from '../../core/base/errors.ts';
import { int4 } from '../../core/base/text.ts';
import type { App, Context } from '../../core/http/context.ts';
import { keeping } from '../../core/http/idempotency.ts';
import {
  bodyOf,
  keyOf,
  OBRA_KEY,
  PART_KEY,
  rendered,
  sqlOf,
  writePart,
} from '../../core/obras/partes.ts';
import { CONTRATO, CONVENIO } from './campos.ts';
import { partRoutes, tags } from './partes.ts';
import { hidingOf } from './rfc.ts';
import {
  ChangedContrato,
  ChangedConvenio,
  Contrato,
  ContratoParams,
  ConvenioParams,
  NewContrato,
  NewConvenio,
} from './schema.ts';

const convenio = sqlOf(CONVENIO);

/** The JSON of a contract `t` with its agreements. */
export const CONTRATO_JSON = `(SELECT row_to_json(r) FROM (
  SELECT ${sqlOf(CONTRATO).answered}, rfc_notice(t.contratista_rfc) AS "avisoRfc", v.monto_vigente AS "montoVigente", v.fecha_termino_vigente AS "fechaTerminoVigente",
    round((v.monto_vigente - t.monto) / nullif(t.monto, 0) * 100, 2) AS "variacionMonto",
    v.fecha_termino_vigente - t.fecha_termino AS "variacionPlazo",
    (SELECT coalesce(json_agg(${rendered(convenio.answered)} ORDER BY t.fecha, t.orden), '[]')
     FROM convenios t WHERE t.contrato_id = v.contrato_id) AS convenios
  FROM contratos_vigentes v WHERE v.contrato_id = t.id
) r)`;

const FIND_CONTRATO = `SELECT ${CONTRATO_JSON} AS json FROM contratos t WHERE t.obra_id = ${OBRA_KEY} AND t.id = ${PART_KEY}`;

const CREATE_CONVENIO = `
  INSERT INTO convenios (obra_id, contrato_id, orden, ${convenio.columns})
  SELECT c.obra_id, c.id, (SELECT coalesce(max(orden), 0) + 1 FROM convenios WHERE contrato_id = c.id), ${convenio.values}
  FROM contratos c CROSS JOIN ${convenio.from('$2::jsonb')}
  WHERE c.obra_id = ${OBRA_KEY} AND c.id = ${PART_KEY}`;

const CONVENIO_KEY = '($1::integer[])[3]';
const OF_CONVENIO = `t.obra_id = ${OBRA_KEY} AND t.contrato_id = ${PART_KEY} AND t.id = ${CONVENIO_KEY}`;
const CHANGE_CONVENIO = `
  UPDATE convenios t SET (${convenio.columns}) = (SELECT ${convenio.values} FROM ${convenio.from(`${convenio.now} || $2::jsonb`)})
  WHERE ${OF_CONVENIO} RETURNING t.id`;
const DELETE_CONVENIO = `DELETE FROM convenios t WHERE ${OF_CONVENIO} RETURNING t.id`;

const unknownContrato = (id: string) => notFound(`Contrato ${id} no encontrado.`);
const convenioUnknown = (id: string) => notFound(`Convenio ${id} no encontrado.`);

/** Contracts of an obra, `/obras/:id/contratos`, and the agreements that change them. */
export function contratos(app: App, context: Context): void {
  partRoutes(app, context, {
    path: 'contratos',
    param: 'contratoId',
    params: ContratoParams,
    table: 'contratos',
    names: 'Contratos',
    name: 'Contrato',
    list: 'Los contratos de una obra con sus convenios, por fecha de firma',
    called: 'un contrato de una obra',
    fields: CONTRATO,
    schemas: { record: Contrato, created: NewContrato, changed: ChangedContrato },
    json: CONTRATO_JSON,
    order: 't.fecha_firma, t.id',
    unknown: unknownContrato,
    taken: violation('contratos_numero_key', { numero: 'SOP-LP-014-2026' }),
    hides: hidingOf(context.config)?.text,
    deletedMessage: 'El contrato se eliminó con sus convenios.',
  });
  convenios(app);
}

/** Agreements are changed under the contract's ETag, since its JSON contains them. */
function convenios(app: App): void {
  const write = async (
    request: FastifyRequest & { params: Static<typeof ConvenioParams> },
    statement: string,
    body: unknown[],
  ) => {
    const { contratoId, convenioId } = request.params;
    const key = keyOf(request.params, contratoId);
    const [written, records] = await writePart(
      request,
      [
        [statement, [[...key, int4(convenioId)], ...body]],
        [FIND_CONTRATO, [key]],
      ],
      [FIND_CONTRATO, key],
    );
    if (written?.length !== 1) throw convenioUnknown(convenioId);
    return records?.[0]?.json;
  };

  app.post(
    '/obras/:id/contratos/:contratoId/convenios',
    {
      config: clerk,
      schema: {
        tags,
        operationId: 'createConvenio',
        summary: 'Registra un convenio y responde su contrato',
        params: ContratoParams,
        body: NewConvenio,
        response: { 201: Contrato, 404: unknownContrato('99'), 409: violation('convenios_tope') },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const { contratoId } = request.params;
      const key = keyOf(request.params, contratoId);
      const [, records] = await writePart(request, [
        [CREATE_CONVENIO, [key, bodyOf(CONVENIO, request.body)]],
        [keeping(FIND_CONTRATO), [key]],
      ]);
      const json = records?.[0]?.json;
      if (!json) throw unknownContrato(contratoId);
      return json;
    },
  );

  app.patch(
    '/obras/:id/contratos/:contratoId/convenios/:convenioId',
    {
      config: clerk,
      schema: {
        tags,
        operationId: 'updateConvenio',
        summary: 'Cambia los campos indicados de un convenio y responde su contrato',
        description: 'If-Match es el ETag del contrato.',
        params: ConvenioParams,
        body: ChangedConvenio,
        response: { 200: Contrato, 404: convenioUnknown('99'), 412: hasChanged() },
      },
    },
    async (request) => write(request, CHANGE_CONVENIO, [JSON.stringify(request.body)]),
  );

  app.delete(
    '/obras/:id/contratos/:contratoId/convenios/:convenioId',
    {
      config: clerk,
      schema: {
        tags,
        operationId: 'deleteConvenio',
        summary: 'Elimina un convenio y responde su contrato',
        description: 'If-Match es el ETag del contrato.',
        params: ConvenioParams,
        response: { 200: Contrato, 404: convenioUnknown('99'), 412: hasChanged() },
      },
    },
    async (request) => write(request, DELETE_CONVENIO, []),
  );
}
