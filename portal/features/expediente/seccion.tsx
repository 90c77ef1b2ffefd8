import { useId, useState } from 'react';
import { Link } from 'wouter';
import { MODALIDADES } from '../../../src/features/expediente/opciones.ts';
import type { Schema } from '../../core/api.ts';
import { grouped, money } from '../../core/formato.ts';
import { Cifra } from '../../core/obras/ficha/cifra.tsx';
import cssFicha from '../../core/obras/ficha/ficha.module.css';
import type { DeObra } from '../../core/obras/ficha/partes.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { useFocusAfter } from '../../core/piezas/foco.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { Editor } from '../../core/records/editor.tsx';
import { recursoAt } from '../../core/records/resource.ts';
import { Expediente as ETIQUETAS, FuenteDeObra } from '../../generado/etiquetas.ts';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import { dayInWords, percent } from '../seguimiento/palabras.ts';
import { useCampos } from './campos.tsx';
import css from './expediente.module.css';
import { differenceOf, metaInWords, sharesOf } from './fuentes.ts';
import { toChoose } from './nombres.ts';
import { isEmpty } from './vacio.ts';

type Expediente = Schema<'Expediente'>;

interface Props extends DeObra {
  expediente: Expediente;
}

/** Whose money a work is built with, what for and for whom, on its sheet. */
export default function SeccionExpediente({ obra, expediente, captura }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const heading = useFocusAfter<HTMLHeadingElement>(isOpen);
  return (
    <section className={`${piezas.pila} ${css.expediente}`} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        Expediente
      </h2>
      {isEmpty(expediente) ? (
        <p className={piezas.ayuda}>
          Todavía no se dice de qué fondos es el dinero de esta obra, para qué es ni a quién
          beneficia.
        </p>
      ) : (
        <>
          <Datos obraId={obra.id} expediente={expediente} />
          {expediente.fuentes.length > 0 && <Fuentes expediente={expediente} monto={obra.monto} />}
        </>
      )}
      {captura && (
        <div className={piezas.noSeImprime}>
          <Boton icono="editar" onPress={() => setOpen(true)}>
            {isEmpty(expediente) ? 'Escribir el expediente' : 'Corregir el expediente'}
          </Boton>
        </div>
      )}
      {isOpen && <Escribir obraId={obra.id} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** The form of the record, in a drawer. */
function Escribir({ obraId, onClose }: { obraId: number; onClose: () => void }) {
  return (
    <Editor
      titulo="Expediente de la obra"
      recurso={recursoAt('/obras/{id}/expediente', { id: obraId })}
      campos={useCampos()}
      hecho="Se guardó el expediente."
      onClose={onClose}
    />
  );
}

function Datos({ obraId, expediente }: { obraId: number; expediente: Expediente }) {
  const { proposito, meta, beneficiarios, modalidad, fechaAprobacion } = expediente;
  const contratos = useSeguimiento(obraId).data?.contratos ?? [];
  return (
    <>
      {proposito && <p className={cssFicha.texto}>{proposito}</p>}
      {modalidad === 'ADMINISTRACION_DIRECTA' && contratos.length > 0 && (
        <Aviso>Tiene contratos registrados, y su modalidad es administración directa.</Aviso>
      )}
      <dl className={cssFicha.datos}>
        {meta && (
          <Cifra nombre={ETIQUETAS.meta}>
            {metaInWords(meta as { cantidad: number; unidad: string })}
          </Cifra>
        )}
        {beneficiarios !== null && (
          <Cifra nombre={ETIQUETAS.beneficiarios}>
            {grouped(beneficiarios)} {beneficiarios === 1 ? 'persona' : 'personas'}
          </Cifra>
        )}
        {modalidad && <Cifra nombre={ETIQUETAS.modalidad}>{MODALIDADES[modalidad]}</Cifra>}
        {fechaAprobacion && (
          <Cifra nombre={ETIQUETAS.fechaAprobacion}>{dayInWords(fechaAprobacion)}</Cifra>
        )}
      </dl>
    </>
  );
}

/** The sources, each with its part of their sum, and their sum beside the work's amount. */
function Fuentes({ expediente, monto }: { expediente: Expediente; monto: number }) {
  const { fuentes, montoFuentes } = expediente;
  const shares = sharesOf(fuentes.map((one) => one.monto));
  const named = toChoose(fuentes.map(({ fondo }) => fondo));
  const filas = fuentes.map((fuente, index) => ({
    ...fuente,
    nombre: named[index]?.nombre,
    parte: shares[index] ?? 0,
  }));
  const { frase, seObserva } = differenceOf(montoFuentes ?? 0, monto);
  return (
    <>
      <Tabla
        titulo={ETIQUETAS.fuentes}
        columnas={[
          {
            titulo: FuenteDeObra.fondoId,
            celda: ({ fondo, nombre }) => (
              <Link href={`/obras?fondoId=${fondo.id}`} title={fondo.nombre}>
                {nombre}
              </Link>
            ),
          },
          { titulo: FuenteDeObra.monto, esNumero: true, celda: (one) => money(one.monto) },
          { titulo: 'Parte', esNumero: true, celda: ({ parte }) => percent(parte) },
        ]}
        filas={filas}
        claveDe={({ fondoId }) => fondoId}
      />
      <p>
        {ETIQUETAS.montoFuentes}: <strong>{money(montoFuentes ?? 0)}</strong>.{' '}
        {seObserva ? <strong>{frase}</strong> : frase}
      </p>
    </>
  );
}
