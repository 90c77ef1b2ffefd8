import { useState } from 'react';
import { FiltroDeFecha } from '../../piezas/campo-fecha.tsx';
import { CampoTexto } from '../../piezas/campos.tsx';
import { Casilla } from '../../piezas/casilla.tsx';
import { readPorciento } from '../../piezas/porciento.ts';
import { useSession } from '../../sesion.ts';
import css from './barra-filtros.module.css';
import { useFiltros } from './filtros.ts';
import { EN_PALABRAS, MAS } from './filtros-en-palabras.ts';

/** A field for each filter behind «Más». */
export default function MasFiltros() {
  const { filtros, changeFiltros } = useFiltros();
  const isAdmin = useSession()?.user.roles === 'admin';
  return (
    <div className={css.montos}>
      {MAS.map((filtro) => {
        const { campo } = EN_PALABRAS[filtro];
        if (!campo || (campo.esDeAdministradores && !isAdmin)) return null;
        const { tipo, etiqueta } = campo;
        const value = filtros[filtro] ?? '';
        switch (tipo) {
          case 'casilla':
            return (
              <Casilla
                key={filtro}
                isSelected={value === 'true'}
                onChange={(is) => changeFiltros({ [filtro]: is ? 'true' : '' })}
              >
                {etiqueta}
              </Casilla>
            );
          case 'dia':
            return (
              <FiltroDeFecha
                key={filtro}
                etiqueta={etiqueta}
                value={value}
                onChange={(day) => changeFiltros({ [filtro]: day }, { replace: true })}
              />
            );
          default:
            return (
              <AlSalir
                key={`${filtro} ${value}`}
                etiqueta={etiqueta}
                value={value}
                onChange={(text) =>
                  changeFiltros({ [filtro]: tipo === 'porciento' ? percentOf(text) : text.trim() })
                }
              />
            );
        }
      })}
    </div>
  );
}

/** A percent as the registry takes it in an address. Other texts go as they are, and the registry says so. */
const percentOf = (text: string) => String(readPorciento(text) ?? '');

/** A text that counts when one leaves the field or presses Enter: before, only half of it would be sought. */
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
        // Escape closes the panel that the field stands in.
        event.continuePropagation();
      }}
      entrada={{ autoComplete: 'off' }}
    />
  );
}
