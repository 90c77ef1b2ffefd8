import { useState } from 'react';
import { CampoTexto } from '../piezas/campos.tsx';
import { Casilla } from '../piezas/casilla.tsx';
import { CampoConPausa } from '../piezas/pausa.tsx';
import { readPorciento } from '../piezas/porciento.ts';
import { useSession } from '../sesion.ts';
import { type MAS, useFiltros } from './filtros.ts';

/** The filters that clerks look for (`MAS`). */
export default function MasFiltros() {
  const { filtros, changeFiltros } = useFiltros();
  const session = useSession();
  const only = (filtro: (typeof MAS)[number]) => ({
    isSelected: filtros[filtro] === 'true',
    onChange: (is: boolean) => changeFiltros({ [filtro]: is ? 'true' : '' }),
  });
  return (
    <div className="montos">
      <CampoConPausa
        etiqueta="Registradas desde el día"
        type="date"
        value={filtros.registradaDesde ?? ''}
        onChange={(day) => changeFiltros({ registradaDesde: day }, { replace: true })}
      />
      {session?.user.roles === 'admin' && (
        <Casilla {...only('registradaPorMi')}>Sólo las que registré yo</Casilla>
      )}
      <Casilla {...only('sinUbicacion')}>Sólo las que no tienen ubicación</Casilla>
      <Casilla {...only('fueraDeMunicipio')}>Sólo las que están fuera de su municipio</Casilla>
      <Casilla {...only('conAvance')}>Sólo las que tienen algo construido o pagado</Casilla>
      <Casilla {...only('atrasadas')}>Sólo las atrasadas</Casilla>
      <CampoConPausa
        etiqueta="Sin un reporte de avance desde el día"
        type="date"
        value={filtros.sinReporteDesde ?? ''}
        onChange={(day) => changeFiltros({ sinReporteDesde: day }, { replace: true })}
      />
      <AlSalir
        key={`desde ${filtros.avanceMin}`}
        etiqueta="Avance físico desde (%)"
        value={filtros.avanceMin ?? ''}
        onChange={(percent) => changeFiltros({ avanceMin: percentOf(percent) })}
      />
      <AlSalir
        key={`hasta ${filtros.avanceMax}`}
        etiqueta="Avance físico hasta (%)"
        value={filtros.avanceMax ?? ''}
        onChange={(percent) => changeFiltros({ avanceMax: percentOf(percent) })}
      />
      <AlSalir
        key={`de ${filtros.contratista}`}
        etiqueta="Contratista"
        value={filtros.contratista ?? ''}
        onChange={(words) => changeFiltros({ contratista: words.trim() })}
      />
      <AlSalir
        key={`pagado ${filtros.pagoAdelantado}`}
        etiqueta="Pagado por delante de lo construido, en más puntos que"
        value={filtros.pagoAdelantado ?? ''}
        onChange={(points) => changeFiltros({ pagoAdelantado: percentOf(points) })}
      />
      <AlSalir
        key={`crecido ${filtros.crecimientoContratos}`}
        etiqueta="Contratos que crecieron por convenio más de (%)"
        value={filtros.crecimientoContratos ?? ''}
        onChange={(percent) => changeFiltros({ crecimientoContratos: percentOf(percent) })}
      />
    </div>
  );
}

/** A percent as the registry takes it in an address; what is none goes as it is, and it says so. */
const percentOf = (text: string) => String(readPorciento(text) ?? '');

/** A text that counts when one leaves the field or presses Enter: half of it would be sought otherwise. */
function AlSalir({
  etiqueta,
  value,
  onChange,
}: {
  etiqueta: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const take = () => text !== value && onChange(text);
  return (
    <CampoTexto
      etiqueta={etiqueta}
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        // Escape closes what the field stands in.
        event.continuePropagation();
      }}
      entrada={{ autoComplete: 'off' }}
    />
  );
}
