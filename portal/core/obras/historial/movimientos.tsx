import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { time } from '../../formato.ts';
import { juntas } from '../../juntas.ts';
import { hrefOf } from '../../piezas/direccion.ts';
import piezas from '../../piezas/piezas.module.css';
import { Cambios } from './cambios.tsx';
import css from './historial.module.css';
import { juntos, type Renglon } from './partes.ts';
import { byDay, LUGARES, variationOf } from './renglones.ts';
import { FEATURES } from './todas.ts';

/**
 * Rows of the ledger by day, in the order that they come: each is the registry's sentence, and opens into the values before
 * and after.
 *
 * @param campo the field that is looked for
 * @param deTodo true for rows about several records: each names its own, and leads to it
 */
export function Movimientos({
  renglones,
  campo,
  deTodo = false,
}: {
  renglones: Renglon[];
  campo?: string | undefined;
  deTodo?: boolean;
}) {
  const movimiento = (renglon: Renglon) => (
    <Movimiento renglon={renglon} campo={campo} deTodo={deTodo} />
  );
  return byDay(renglones).map(([date, entries]) => (
    <section key={date}>
      <h2>{date}</h2>
      <ol>
        {juntos(FEATURES, entries).map(({ seguidos, frase }) => (
          <li key={seguidos[0].id}>
            {seguidos.length > 1 ? (
              <Desplegable {...seguidos[0]} resumen={frase}>
                <ol>
                  {seguidos.map((renglon) => (
                    <li key={renglon.id}>{movimiento(renglon)}</li>
                  ))}
                </ol>
              </Desplegable>
            ) : (
              movimiento(seguidos[0])
            )}
          </li>
        ))}
      </ol>
    </section>
  ));
}

const Enlaces = juntas(FEATURES.flatMap((feature) => feature.Enlaces ?? []));
const Pie = juntas(FEATURES.flatMap((feature) => feature.Pie ?? []));

/** A line with its hour, and what it opens into. */
function Desplegable({
  instante,
  resumen,
  nota,
  children,
}: Pick<Renglon, 'instante' | 'resumen'> & { nota?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <time dateTime={instante}>{time(instante)}</time>
        <div>
          <span>{resumen.replaceAll(' %', '\u00a0%')}</span> {nota && <small>{nota}</small>}
        </div>
      </summary>
      {isOpen && <div className={css.detalle}>{children}</div>}
    </details>
  );
}

function Movimiento({
  renglon,
  campo,
  deTodo,
}: {
  renglon: Renglon;
  campo: string | undefined;
  deTodo: boolean;
}) {
  const { resumen, obraId, nombre, usuarioEmail, direccion, solicitud, archivo, fila } = renglon;
  const nota = [
    deTodo && obraId !== null && nombre !== null && !resumen.includes(nombre) && nombre,
    variationOf(renglon),
  ];
  return (
    <Desplegable {...renglon} nota={nota.filter(Boolean).join(' · ')}>
      {deTodo && <Lugares renglon={renglon} />}
      {deTodo && archivo !== null && <DeArchivo renglon={renglon} archivo={archivo} />}
      <Cambios renglon={renglon} resaltado={campo} />
      <Pie renglon={renglon} />
      <p className={piezas.ayuda}>
        {[
          usuarioEmail,
          direccion && `desde la dirección ${direccion}`,
          solicitud && `solicitud ${solicitud}`,
          archivo && `archivo ${archivo}${fila === null ? '' : `, fila ${fila}`}`,
        ]
          .filter(Boolean)
          .join('; ')}
      </p>
    </Desplegable>
  );
}

/** Links to the record that a row is about. */
function Lugares({ renglon: { recurso, accion, obraId, nombre } }: { renglon: Renglon }) {
  if (obraId !== null) {
    const isThere = nombre !== null && !(recurso === 'obras' && accion === 'eliminar');
    return (
      <p className={piezas.enFila}>
        {isThere && <Link href={`/obras/${obraId}`}>{nombre}</Link>}
        <Link href={`/obras/${obraId}/historial`}>Ver toda la historia de la obra</Link>
      </p>
    );
  }
  const [text, href] = LUGARES[recurso] ?? [];
  return href ? (
    <p>
      <Link href={href}>{text}</Link>
    </p>
  ) : null;
}

/** Links to all of a file, and what features lead to of it. */
function DeArchivo({ renglon, archivo }: { renglon: Renglon; archivo: string }) {
  return (
    <p className={piezas.enFila}>
      <Link href={hrefOf('/bitacora', { archivo })}>Ver todo lo de «{archivo}»</Link>
      <Enlaces renglon={renglon} />
    </p>
  );
}
