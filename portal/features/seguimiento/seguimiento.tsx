import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { TERMINADA } from '../../../src/core/obras/reglas.ts';
import { paidInPercents, paidOf } from '../../../src/features/seguimiento/base-de-pago.ts';
import { NEWEST } from '../../../src/features/seguimiento/opciones.ts';
import { api, read } from '../../core/api.ts';
import { counted, money } from '../../core/formato.ts';
import { useEntonces } from '../../core/obras/entonces.ts';
import type { Obra } from '../../core/obras/obra.ts';
import { Aviso, announce } from '../../core/piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../core/piezas/boton.tsx';
import { Confirmacion } from '../../core/piezas/dialogo.tsx';
import { useFocusAfter } from '../../core/piezas/foco.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { Termino } from '../../core/piezas/termino.tsx';
import { hasPage } from '../../core/rutas.tsx';
import { useIsAdmin } from '../../core/usar.ts';
import { Avance as ETIQUETAS } from '../../generado/etiquetas.ts';
import { findingOf } from './cifras.ts';
import { Contratos } from './contratos.tsx';
import { lineasOf, plannedAt, plannedOf } from './curva.ts';
import { type Avance, type Contrato, isClosed, isKnown, type Seguimiento } from './estado.ts';
import { Grafica } from './grafica.tsx';
import { asOf, CAUSAS, dayInWords, percent, today } from './palabras.ts';
import css from './seguimiento.module.css';
import { type Tarea, TareaAbierta } from './tareas.tsx';

interface Props {
  obra: Obra;
  etag: string | undefined;
  seguimiento: Seguimiento;
  /** Whether the caller may report. */
  captura: boolean;
}

/** A work's follow-up on its sheet: planned, real and paid, its term, and its contracts with their amounts. */
export default function SeccionSeguimiento({ obra, etag, seguimiento, captura }: Props) {
  const id = useId();
  const [tarea, setTarea] = useState<Tarea | null>(null);
  const heading = useFocusAfter<HTMLHeadingElement>(tarea !== null);
  // A deleted record takes along its button. Then the heading of its part has the focus.
  const [parte, setParte] = useState<Tarea['que']>('avance');
  const open = captura
    ? (next: Tarea) => {
        setParte(next.que);
        setTarea(next);
      }
    : undefined;
  const refOf: RefOf = (...partes) => (partes.includes(parte) ? heading : undefined);
  return (
    <section className={`${piezas.pila} ${css.seguimiento}`} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={refOf('avance')}>
        Avance
      </h2>
      {isKnown(seguimiento) ? (
        <Contenido obra={obra} etag={etag} seguimiento={seguimiento} onOpen={open} />
      ) : (
        <p className={piezas.ayuda}>Todavía no se ha reportado nada de esta obra.</p>
      )}
      <Fechas
        seguimiento={seguimiento}
        onOpen={open}
        titulo={refOf('programa', 'quitar programa', 'ejecucion')}
      />
      <DeContratos
        contratos={seguimiento.contratos}
        onOpen={open}
        titulo={refOf('contrato', 'convenio')}
      />
      {tarea && (
        <TareaAbierta
          obraId={obra.id}
          seguimiento={seguimiento}
          tarea={tarea}
          onClose={() => setTarea(null)}
        />
      )}
    </section>
  );
}

type Titulo = Ref<HTMLHeadingElement> | undefined;
type RefOf = (...partes: Tarea['que'][]) => Titulo;
/** Opens a drawer; undefined for users who do not write this work's follow-up. */
type Open = ((tarea: Tarea) => void) | undefined;

function Contenido({ obra, etag, seguimiento, onOpen }: Omit<Props, 'captura'> & { onOpen: Open }) {
  const { avance, programa, avances, pagado, baseDePago } = seguimiento;
  const isOver = isClosed(obra.estatusObraId);
  const dia = useEntonces()?.dia;
  const confirms = useIsAdmin() && dia === undefined;
  const runs = !isOver && avance?.avanceFisico !== 100;
  return (
    <>
      {confirms && avance?.avanceFisico === 100 && !isOver && (
        <PorConfirmar obra={obra} etag={etag} corte={avance.fechaCorte} />
      )}
      <Grafica
        titulo={findingOf(seguimiento, dia)}
        lineas={lineasOf(programa, avances, baseDePago)}
        hasta={runs ? (dia ?? today()) : undefined}
      />
      {avance && (
        <p>
          <Termino de="monto-pagado">{ETIQUETAS.montoPagado}</Termino>:{' '}
          {pagado
            ? [
                money(pagado.montoPagado),
                ...paidInPercents(seguimiento).map(({ valor, de }) => `${percent(valor)} ${de}`),
                asOf(pagado.fechaCorte),
              ].join(', ')
            : 'sin dato'}
        </p>
      )}
      {programa?.curva.length === 0 && (
        <p className={piezas.ayuda}>
          El programa no dice cuánto debe llevar en cada fecha: lo previsto se dibuja parejo.
        </p>
      )}
      {avances.length > 0 && (
        <Reportes obraId={obra.id} seguimiento={seguimiento} onOpen={onOpen} />
      )}
    </>
  );
}

/** The contracts, and for users who write them the button that adds one. */
function DeContratos({
  contratos,
  onOpen,
  titulo,
}: {
  contratos: Contrato[];
  onOpen: Open;
  titulo: Titulo;
}) {
  if (contratos.length === 0 && !onOpen) return null;
  return (
    <>
      <h3
        tabIndex={-1}
        ref={titulo}
        className={contratos.length === 0 ? piezas.noSeImprime : undefined}
      >
        <Termino de="contrato">
          {contratos.length > 0 ? counted(contratos.length, 'contrato', 'contratos') : 'Contratos'}
        </Termino>
      </h3>
      <Contratos contratos={contratos} onOpen={onOpen} />
      {onOpen && (
        <div className={piezas.acciones}>
          <Boton icono="agregar" onPress={() => onOpen({ que: 'contrato' })}>
            Agregar contrato
          </Boton>
        </div>
      )}
    </>
  );
}

/** A clerk's 100 % does not finish a work: an administrator confirms it. */
function PorConfirmar({
  obra,
  etag,
  corte,
}: {
  obra: Obra;
  etag: string | undefined;
  corte: string;
}) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const reread = useReread();
  const confirm = async () => {
    await read(
      api.PATCH('/obras/{id}', {
        params: { path: { id: obra.id }, ...(etag && { header: { 'if-match': etag } }) },
        body: { estatusObraId: TERMINADA },
      }),
    );
    announce('La obra quedó como Terminada.');
    await queries.invalidateQueries({ queryKey: ['obra', String(obra.id)] });
    void reread();
  };
  return (
    <Aviso>
      <p>
        El avance al {dayInWords(corte)} dice 100 %, y el estatus sigue en «
        {obra.estatusObra.nombre}
        »: falta confirmarlo.
      </p>
      <Boton onPress={() => setAsking(true)}>Confirmar que está terminada</Boton>
      <Confirmacion
        titulo="Confirmar que está terminada"
        accion="Cambiar a Terminada"
        tono="principal"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        <p>
          El estatus de «{obra.nombre}» cambiará de «{obra.estatusObra.nombre}» a «Terminada».
        </p>
      </Confirmacion>
    </Aviso>
  );
}

/** The lines as a table: the newest first. */
function Reportes({
  obraId,
  seguimiento: { programa, avances: newest, baseDePago },
  onOpen,
}: {
  obraId: number;
  seguimiento: Seguimiento;
  onOpen: Open;
}) {
  const isToday = useEntonces() === undefined;
  const [isWhole, setWhole] = useState(false);
  const whole = useQuery({
    queryKey: ['seguimiento', obraId, 'avances'],
    queryFn: ({ signal }) =>
      read(api.GET('/obras/{id}/avances', { params: { path: { id: obraId } }, signal })),
    enabled: isWhole,
  });
  const avances = [...(isWhole ? (whole.data ?? newest) : newest)].reverse();
  const previsto = programa && plannedOf(programa);
  return (
    <details className={piezas.revela}>
      <summary>
        Los mismos datos en una tabla ({counted(avances.length, 'reporte', 'reportes')})
      </summary>
      <Tabla<Avance>
        titulo="Avances reportados, del más nuevo al más antiguo"
        filas={avances}
        claveDe={({ id }) => id}
        columnas={[
          {
            titulo: ETIQUETAS.fechaCorte,
            cabeza: <Termino de="fecha-de-corte">{ETIQUETAS.fechaCorte}</Termino>,
            celda: ({ fechaCorte }) => dayInWords(fechaCorte),
          },
          ...(previsto
            ? [
                {
                  titulo: 'Previsto',
                  cabeza: <Termino de="programa">Previsto</Termino>,
                  esNumero: true,
                  celda: ({ fechaCorte }: Avance) => percent(plannedAt(previsto, fechaCorte)),
                },
              ]
            : []),
          {
            titulo: 'Construido',
            esNumero: true,
            celda: ({ avanceFisico }) => percent(avanceFisico),
          },
          {
            titulo: 'Pagado',
            cabeza: <Termino de="pagado">Pagado</Termino>,
            esNumero: true,
            celda: ({ montoPagado }) => {
              if (montoPagado === null) return 'Sin dato';
              const part = paidOf(montoPagado, baseDePago);
              return (
                <>
                  {part !== null && `${percent(part)} `}
                  <small>{money(montoPagado)}</small>
                </>
              );
            },
          },
          {
            titulo: 'Causa y observaciones',
            sinTitulo: true,
            clase: piezas.seParte,
            celda: ({ causaAtraso, observaciones }) => (
              <>
                {causaAtraso && `${CAUSAS[causaAtraso]}. `}
                {observaciones}
              </>
            ),
          },
          ...(onOpen
            ? [
                {
                  titulo: 'Acciones',
                  sinTitulo: true,
                  clase: piezas.deAcciones,
                  celda: (avance: Avance) => (
                    <div>
                      <Boton
                        tono="discreto"
                        icono="editar"
                        aria-label={`Corregir el avance al ${dayInWords(avance.fechaCorte)}`}
                        onPress={() => onOpen({ que: 'avance', avance })}
                      >
                        Corregir
                      </Boton>
                      {hasPage('/obras/:id/fotos') && (
                        <EnlaceBoton
                          href={`/obras/${obraId}/fotos?avance=${avance.id}`}
                          tono="discreto"
                          icono="foto"
                          aria-label={`Agregar fotos al avance al ${dayInWords(avance.fechaCorte)}`}
                        >
                          Fotos
                        </EnlaceBoton>
                      )}
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
      {newest.length === NEWEST && isToday && !whole.data && (
        <Boton isPending={isWhole && whole.isPending} onPress={() => setWhole(true)}>
          Ver también los anteriores
        </Boton>
      )}
    </details>
  );
}

const ENTREGA = 'Entrega-recepción';

/** The days of the work: planned, in force and real. */
function Fechas({
  seguimiento: { base, programa, ejecucion, atraso },
  onOpen,
  titulo,
}: {
  seguimiento: Seguimiento;
  onOpen: Open;
  titulo: Titulo;
}) {
  const isAdmin = useIsAdmin();
  const rows: [nombre: string, ...days: (string | null | undefined)[]][] = [
    ['Inicio', base?.fechaInicio, programa?.fechaInicio, ejecucion.fechaInicioReal],
    ['Término', atraso.fechaTerminoBase, atraso.fechaTerminoVigente, ejecucion.fechaTerminoReal],
    [ENTREGA, null, null, ejecucion.fechaEntregaRecepcion],
  ];
  const filas = rows.filter(([, ...days]) => days.some(Boolean));
  const { montoFinal, alcanceFinal, motivoVariacion } = ejecucion;
  const isOver = Boolean(alcanceFinal || motivoVariacion || montoFinal !== null);
  if (filas.length === 0 && !isOver && !onOpen) return null;
  const shown = (day: string | null | undefined) => (day ? dayInWords(day) : '—');
  return (
    <>
      <h3
        tabIndex={-1}
        ref={titulo}
        className={filas.length === 0 && !isOver ? piezas.noSeImprime : undefined}
      >
        Fechas
      </h3>
      {filas.length > 0 && (
        <Tabla
          titulo="Fechas previstas y reales"
          filas={filas}
          claveDe={([nombre]) => nombre}
          columnas={[
            {
              titulo: 'Concepto',
              celda: ([nombre]) =>
                nombre === ENTREGA ? <Termino de="entrega-recepcion">{nombre}</Termino> : nombre,
            },
            { titulo: 'Prevista al inicio', celda: ([, original]) => shown(original) },
            {
              titulo: 'Vigente',
              cabeza: <Termino de="termino-vigente">Vigente</Termino>,
              celda: ([, , now]) => shown(now),
            },
            { titulo: 'Real', celda: ([, , , real]) => shown(real) },
          ]}
        />
      )}
      {isOver && (
        <p>
          {montoFinal !== null && `Costó ${money(montoFinal)}. `}
          {alcanceFinal} {motivoVariacion && `Por qué varió: ${motivoVariacion}`}
        </p>
      )}
      {programa && programa.version > 1 && programa.motivo && (
        <p>
          <strong>
            Se reprogramó {counted(programa.version - 1, 'vez', 'veces')}; la última, porque:
          </strong>{' '}
          {programa.motivo}
        </p>
      )}
      {onOpen && (
        <div className={piezas.acciones}>
          <Boton
            icono={programa ? 'editar' : 'agregar'}
            onPress={() => onOpen({ que: 'programa' })}
          >
            {programa ? 'Reprogramar' : 'Registrar el programa'}
          </Boton>
          <Boton icono="editar" onPress={() => onOpen({ que: 'ejecucion' })}>
            Fechas reales y cierre
          </Boton>
          {isAdmin && programa && (
            <Boton
              tono="discreto"
              icono="eliminar"
              onPress={() => onOpen({ que: 'quitar programa' })}
            >
              {programa.version === 1 ? 'Eliminar el programa' : 'Eliminar la reprogramación'}
            </Boton>
          )}
        </div>
      )}
    </>
  );
}
