import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'wouter';
import { api, read, type Schema } from '../../core/api.ts';
import { counted } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoTexto } from '../../core/piezas/campos.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { Importe } from '../../core/piezas/importe.tsx';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useParametros } from '../../core/piezas/parametros.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import css from './calidad.module.css';

type Regla = Schema<'ReglaDeCalidad'>;

/** The registry's percentage where the address has none. */
const USUAL = '20';

/** Data of the registry that are worth a look: each rule with the number of its works, which leads to their list. */
export default function Calidad() {
  const { params, changeParams } = useParametros();
  const variacion = params.get('variacionMonto') ?? USUAL;
  const reglas = useQuery({
    queryKey: ['calidad', variacion],
    queryFn: ({ signal }) =>
      read(
        api.GET('/calidad', {
          // The percentage goes as it stands in the address. The registry refuses others in its own words.
          params: { query: { variacionMonto: variacion as unknown as number } },
          signal,
        }),
      ),
  });
  return (
    <Pagina titulo="Calidad">
      <p className={piezas.ayuda}>
        Lo que conviene revisar. Cada número lleva a la lista de esas obras, que se ve en el mapa y
        se descarga.
      </p>
      <Porcentaje
        key={variacion}
        value={variacion}
        onChange={(value) => changeParams({ variacionMonto: value === USUAL ? undefined : value })}
      />
      {reglas.isPending ? (
        <Esqueleto />
      ) : reglas.error ? (
        <Falla error={reglas.error} onRetry={() => void reglas.refetch()} />
      ) : (
        <Reglas reglas={reglas.data} variacion={variacion} />
      )}
    </Pagina>
  );
}

function Porcentaje({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <Form
      className={`${piezas.enFila} ${css.porcentaje}`}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.replace('%', '').trim() || USUAL);
      }}
    >
      <CampoTexto
        etiqueta="Un monto cambió mucho si creció o bajó más de (%)"
        value={text}
        onChange={setText}
        entrada={{ inputMode: 'decimal', autoComplete: 'off' }}
      />
      <Boton type="submit">Aplicar</Boton>
    </Form>
  );
}

const Reglas = ({ reglas, variacion }: { reglas: Regla[]; variacion: string }) => (
  <Tabla
    titulo="Reglas de calidad"
    clase={css.calidad}
    filas={reglas}
    claveDe={({ regla }) => regla}
    columnas={[
      {
        titulo: 'Qué se revisa',
        celda: ({ regla, nombre, descripcion, sinUmbral }) => (
          <>
            {nombre}
            {regla === 'variacionMonto' && ` (más de ${variacion} %)`}
            <small>{descripcion}</small>
            {sinUmbral && (
              <small>
                {sinUmbral.length > 0 &&
                  `Sin umbral registrado de ${sinUmbral.join(', ')}: sus contratos no cuentan. `}
                <Link href="/umbrales">{sinUmbral.length > 0 ? 'Registrarlo' : 'Umbrales'}</Link>
              </small>
            )}
          </>
        ),
      },
      {
        titulo: 'Obras',
        esNumero: true,
        celda: ({ nombre, obras, filtros }) =>
          obras === null ? (
            <Link href="/umbrales">Sin umbral registrado</Link>
          ) : obras === 0 ? (
            'Ninguna'
          ) : (
            <Link
              href={hrefOf('/obras', filtros)}
              aria-label={`${counted(obras, 'obra', 'obras')}: ${nombre}`}
            >
              {counted(obras, 'obra', 'obras')}
            </Link>
          ),
      },
      {
        titulo: 'Suman',
        esNumero: true,
        celda: ({ monto }) => (monto === null ? null : <Importe monto={monto} />),
      },
    ]}
  />
);
