import type { Documents } from '../../core/obras/listas.ts';
import { contentAddress } from './de-obras.ts';

/** The standard's word for a file `a`. It has none for other documents. */
const DOCUMENT_TYPE = `CASE a.clase
  WHEN 'EXPEDIENTE_TECNICO' THEN 'projectScope'
  WHEN 'PROYECTO_EJECUTIVO' THEN 'technicalSpecifications'
  WHEN 'IMPACTO_AMBIENTAL' THEN 'environmentalImpact'
  WHEN 'IMPACTO_SOCIAL' THEN 'socialImpact'
  WHEN 'IMPACTO_PREDIOS' THEN 'landAndSettlementImpact'
  WHEN 'CONVOCATORIA' THEN 'tenderNotice'
  WHEN 'FALLO' THEN 'awardNotice'
  WHEN 'CONTRATO' THEN 'contractSigned'
  WHEN 'CONVENIO' THEN 'contractAmendment'
  WHEN 'FIANZA' THEN 'contractGuarantees'
  WHEN 'INFORME_AVANCE' THEN 'physicalProgressReport'
  WHEN 'ACTA_ENTREGA' THEN 'completionCertificate'
  WHEN 'FINIQUITO' THEN 'financialProgressReport'
  WHEN 'AUDITORIA' THEN 'financialAuditReport'
  ELSE CASE a.tipo WHEN 'FOTO' THEN 'illustration' END END`;

/**
 * The public files for which a condition holds, as documents, the older ones first. Without `raiz`, the beginning of links, files
 * are not open to everybody.
 */
const filesWhere = (condition: string) => `
  SELECT 1 AS lugar, a.dia, a.id, json_build_object(
    'id', 'archivo-' || a.id,
    'documentType', ${DOCUMENT_TYPE},
    'title', a.titulo,
    'url', ${contentAddress('raiz', 'a.obra_id', 'a.id')},
    -- The day of the document itself: that of its publication is not known. A day of a file's name is no fact to publish.
    'dateModified', CASE WHEN a.fecha_segun IS DISTINCT FROM 'NOMBRE' THEN to_char(a.fecha, 'YYYY-MM-DD"T00:00:00-06:00"') END,
    'format', a.tipo_media) AS documento
  FROM archivos a WHERE ${condition} AND a.publico AND raiz IS NOT NULL`;

/** The files in packages of the Open Contracting standard. */
export const PUBLICADOS: Documents = {
  ofObra: filesWhere('a.obra_id = o.id AND a.contrato_id IS NULL'),
  ofContract: filesWhere('a.contrato_id = k.id'),
  bytes: `coalesce((SELECT sum(400 + octet_length(titulo)) FROM archivos WHERE obra_id = page.id AND publico), 0)`,
  isPublic: `(b.recurso <> 'archivos' OR 'true' IN (b.antes ->> 'publico', b.despues ->> 'publico')
  OR EXISTS (SELECT FROM archivos a WHERE a.obra_id = b.obra_id AND a.id::text = b.registro AND a.publico))`,
  dependsOn: ['archivos'],
};
