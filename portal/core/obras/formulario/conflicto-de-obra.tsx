import { useQuery } from '@tanstack/react-query';
import { boundsOf } from '../../../../src/core/base/geo.ts';
import { useNombres } from '../../catalogos.ts';
import { moment, money } from '../../formato.ts';
import { measureOf } from '../../geometria/medidas.ts';
import { TIPOS } from '../../geometria/trazo.ts';
import { VentanaConflicto } from '../../records/conflict.tsx';
import type { Conflicto } from '../../records/record.tsx';
import { useSession } from '../../usar.ts';
import type { Leida } from './borrador.ts';
import css from './formulario-obra.module.css';
import { changesSince } from './lectura.ts';
import type { ChoqueDeLugar } from './lugares-de-ambos.ts';
import { type Campo, ETIQUETAS, type UbicacionEscrita, type Valores } from './valores.ts';

/** A work that two people changed, with who it was and when, and each place drawn as all three have it. */
export function ConflictoDeObra(props: {
  conflicto: Conflicto<Valores, Leida>;
  onSave: (merged: Valores) => void;
  onClose: () => void;
}) {
  const { antes, otra, versiones } = props.conflicto;
  const words = useWords(antes, otra);
  const { data: changes = [] } = useQuery({
    queryKey: ['obra', String(antes.obra.id), 'cambios', antes.etag, otra.etag],
    queryFn: () => changesSince(antes),
  });
  const me = useSession()?.user.email;
  const nameOf = (email: string | null) =>
    email === me ? 'Usted, en otra ventana,' : (email ?? 'Alguien');
  const who = [...new Set(changes.map(({ usuarioEmail }) => nameOf(usuarioEmail)))];
  const last = changes.at(-1);
  return (
    <VentanaConflicto
      {...props}
      titulo="Otra persona cambió esta obra"
      etiquetas={ETIQUETAS}
      words={words}
      parteOf={(choque) => {
        const { clave, parte } = choque as ChoqueDeLugar;
        const places = parte ? [parte.antes, parte.otra, parte.mia] : [];
        const show = (one: UbicacionEscrita | null = null) => (
          <LugarBreve ubicacion={one} todas={places} />
        );
        const numero = versiones[0].ubicaciones.findIndex((one) => one.clave === clave) + 1;
        return {
          titulo: `Ubicación ${numero}`,
          versiones: [show(places[0]), show(places[1]), show(places[2])],
        };
      }}
    >
      {last &&
        `${who.join(' y ')} guardó cambios mientras usted corregía (${moment(last.instante)}).`}
    </VentanaConflicto>
  );
}

/** A field's value as people read it. */
function useWords(antes: Leida, otra: Leida) {
  const names = useNombres();
  return (campo: Campo, valores: Valores): string => {
    if (campo === 'ubicaciones') {
      const { length } = valores.ubicaciones;
      return length === 1 ? '1 ubicación' : `${length} ubicaciones`;
    }
    const value = valores[campo];
    if (value === null || value === '') return '(vacío)';
    if (typeof value === 'string') return value;
    if (campo === 'monto') return money(value);
    const related = campo.slice(0, -2) as 'municipio' | 'dependencia';
    const known = [antes.obra, otra.obra].find((obra) => obra[campo as 'municipioId'] === value);
    if (campo === 'ejercicioFiscalId' && known) return String(known.ejercicioFiscal.anio);
    return known?.[related]?.nombre ?? names.get(`${campo}/${value}`) ?? String(value);
  };
}

const TRAZOS = {
  PUNTO: `${css.miniatura} ${css.punto}`,
  RUTA: css.miniatura,
  POLIGONO: `${css.miniatura} ${css.poligono}`,
};

/** An ubicación at a glance: drawn small, all versions to the same scale, and in words. */
function LugarBreve({
  ubicacion,
  todas,
}: {
  ubicacion: UbicacionEscrita | null;
  todas: (UbicacionEscrita | null | undefined)[];
}) {
  if (!ubicacion) return <span>Quitada</span>;
  const { tipoGeometria: tipo, trazo, direccion } = ubicacion;
  const all = todas.flatMap((one) => one?.trazo.flat(2) ?? []);
  const [west, south, east, north] = boundsOf(all.length > 0 ? all : [[0, 0]]);
  const size = Math.max(east - west, north - south, 1e-5);
  const at = ([x = 0, y = 0]: number[]) =>
    `${(10 + ((x - west) / size) * 80).toFixed(2)} ${(10 + ((north - y) / size) * 80).toFixed(2)}`;
  const path = trazo
    .flat()
    .filter((line) => line.length > 0)
    .map((line) => `M${line.map(at).join('L')}${tipo === 'POLIGONO' ? 'Z' : ''}`)
    .join('');
  return (
    <>
      <svg viewBox="0 0 100 100" className={TRAZOS[tipo]} data-tipo={tipo} aria-hidden="true">
        {tipo === 'PUNTO' ? (
          trazo.flat(2).map((position) => {
            const [x, y] = at(position).split(' ');
            return <circle key={position.join()} cx={x} cy={y} r="5" />;
          })
        ) : (
          <path d={path} />
        )}
      </svg>
      <span>
        {TIPOS[tipo].nombre}: {measureOf(tipo, trazo)}. {direccion}
      </span>
    </>
  );
}
