import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PROCEDIMIENTOS, type Procedimiento } from '../../../src/features/alertas/opciones.ts';
import { api, etagOf, read, readWhole, type Schema } from '../../core/api.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { Importe } from '../../core/piezas/importe.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { camposOf, OPCIONAL, type Valores } from '../../core/records/campo.ts';
import { Editor } from '../../core/records/editor.tsx';
import type { Leido, Recurso } from '../../core/records/resource.ts';
import { useIsAdmin } from '../../core/usar.ts';

type Umbrales = Schema<'Umbrales'>;

/** The thresholds of each year, which administrators write: rules compare contracts with those of the year of their signature. */
export default function PaginaUmbrales() {
  const [anio, setAnio] = useState<number | null>(null);
  const isAdmin = useIsAdmin();
  const ejercicios = useQuery({
    queryKey: ['catalogos', 'ejercicio-fiscal'],
    queryFn: ({ signal }) => read(api.GET('/ejercicio-fiscal', { signal })),
  });
  const anios = (ejercicios.data ?? []).map((each) => each.anio).toReversed();
  const umbrales = useQueries({
    queries: anios.map((ejercicio) => ({
      queryKey: ['umbrales', ejercicio],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(api.GET('/umbrales/{ejercicio}', { params: { path: { ejercicio } }, signal })),
    })),
  });
  const failed = [ejercicios, ...umbrales].find(({ error }) => error);
  const isPending = [ejercicios, ...umbrales].some((each) => each.isPending);
  return (
    <Pagina titulo="Umbrales">
      <div className={piezas.pila}>
        <p className={piezas.ayuda}>
          Hasta cuánto se contrata una obra por cada procedimiento, según lo que se publica cada
          año. Las reglas de «Calidad» comparan cada contrato con los del año en que se firmó; sin
          umbral registrado no dicen nada de él.
        </p>
        {failed ? (
          <Falla error={failed.error} onRetry={() => void failed.refetch()} />
        ) : isPending ? (
          <Esqueleto />
        ) : anios.length === 0 ? (
          <Vacio titulo="Todavía no hay ejercicios fiscales." />
        ) : (
          <Tabla
            titulo="Umbrales por año"
            filas={umbrales.flatMap(({ data }) => data ?? [])}
            claveDe={({ ejercicio }) => ejercicio}
            columnas={[
              { titulo: 'Año', celda: ({ ejercicio }) => ejercicio },
              ...(Object.keys(PROCEDIMIENTOS) as Procedimiento[]).toReversed().map((each) => ({
                titulo: PROCEDIMIENTOS[each],
                esNumero: true,
                celda: (fila: Umbrales) => <Umbral monto={montoOf(fila, each)} />,
              })),
              ...(isAdmin
                ? [
                    {
                      titulo: 'Acciones',
                      celda: ({ ejercicio }: Umbrales) => (
                        <Boton
                          icono="editar"
                          aria-label={`Cambiar los umbrales de ${ejercicio}`}
                          onPress={() => setAnio(ejercicio)}
                        >
                          Cambiar
                        </Boton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      {anio !== null && (
        <Editor
          titulo={`Umbrales de ${anio}`}
          recurso={recursoOf(anio)}
          campos={CAMPOS}
          hecho={`Se guardaron los umbrales de ${anio}.`}
          onClose={() => setAnio(null)}
        />
      )}
    </Pagina>
  );
}

const montoOf = ({ umbrales }: Umbrales, of: Procedimiento): number | null =>
  umbrales.find(({ procedimiento }) => procedimiento === of)?.monto ?? null;

const Umbral = ({ monto }: { monto: number | null }) =>
  monto === null ? 'Sin umbral registrado' : <Importe monto={monto} />;

const de = camposOf(PROCEDIMIENTOS);
const CAMPOS = [
  de('ADJUDICACION_DIRECTA', 'monto', {
    ...OPCIONAL,
    ayuda: 'En pesos; se puede escribir 1,500,000.00. Vacío: sin umbral registrado.',
  }),
  de('INVITACION', 'monto', { ...OPCIONAL, ayuda: 'No menor que el de adjudicación directa.' }),
];

/** The thresholds of a year as a record of one amount a procedure. All of them are written, whichever has changed. */
function recursoOf(ejercicio: number): Recurso {
  const params = { path: { ejercicio } };
  let leidos: Valores = {};
  const valoresOf = (fila: Umbrales): Valores =>
    Object.fromEntries(CAMPOS.map(({ nombre }) => [nombre, montoOf(fila, nombre)]));
  return {
    de: `/umbrales/${ejercicio}`,
    async read(): Promise<Leido> {
      const { data, headers } = await readWhole(api.GET('/umbrales/{ejercicio}', { params }));
      leidos = valoresOf(data);
      return { valores: leidos, etag: etagOf(headers) ?? '*' };
    },
    async change(body, etag) {
      const umbrales = Object.entries({ ...leidos, ...body }).flatMap(([procedimiento, monto]) =>
        monto === null || monto === '' ? [] : [{ procedimiento, monto }],
      ) as Umbrales['umbrales'];
      const header = { 'if-match': etag };
      const params = { path: { ejercicio }, header };
      return valoresOf(
        await read(api.PUT('/umbrales/{ejercicio}', { params, body: { umbrales } })),
      );
    },
  };
}
