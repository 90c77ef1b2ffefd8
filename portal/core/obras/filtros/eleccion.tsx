import {
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from 'react-aria-components';
import type { OpcionDeCatalogo } from '../../catalogos/opciones.ts';
import { Estatus } from '../../estatus.tsx';
import { Icono } from '../../icons.tsx';
import piezas from '../../piezas/piezas.module.css';
import css from './barra-filtros.module.css';
import { idsOf } from './direccion.ts';
import { useFiltros } from './filtros.ts';
import type { Filtro } from './palabras.ts';

/** Lists longer than this are searched by typing. */
const SHORT_LIST = 12;

/** Several of a catalog, found by typing a part of the name where they are many. */
export default function Eleccion({
  lista,
  nombre,
  opciones,
  value,
  onChange,
}: {
  lista: Filtro;
  nombre: string;
  opciones: OpcionDeCatalogo[];
  /** The ids that are chosen, joined by commas; without it, those of the address. */
  value?: string;
  onChange?: (value: string) => void;
}) {
  const { filtros, changeFiltros } = useFiltros();
  const ids = idsOf(value === undefined ? filtros : { [lista]: value }, lista);
  const { contains } = useFilter({ sensitivity: 'base' });
  const list = (
    <ListBox<OpcionDeCatalogo>
      aria-label={nombre}
      className={`${piezas.opciones} ${css.todas}`}
      items={opciones}
      selectionMode="multiple"
      // Escape closes the open list. The choices stay.
      escapeKeyBehavior="none"
      selectedKeys={opciones.map(({ id }) => id).filter((id) => ids.includes(String(id)))}
      onSelectionChange={(keys) => {
        // All of them is the same as no filter.
        const next = keys === 'all' ? '' : [...keys].join(',');
        if (onChange) onChange(next);
        else changeFiltros({ [lista]: next });
      }}
      renderEmptyState={() => <p className={piezas.ayuda}>No hay ninguno así.</p>}
    >
      {(one) => (
        <ListBoxItem
          textValue={[one.nombre, one.detalle].join(' ')}
          className={`${piezas.opcion} ${css.conMarca}`}
        >
          <span className={piezas.marca}>
            <Icono nombre="listo" />
          </span>
          <span>
            {lista === 'estatusObraId' ? <Estatus id={one.id} nombre={one.nombre} /> : one.nombre}
            {one.detalle && <small>{one.detalle}</small>}
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
  if (opciones.length <= SHORT_LIST) return list;
  return (
    <Autocomplete filter={contains}>
      <SearchField
        className={`${piezas.campo} ${css.busqueda}`}
        aria-label={`Buscar en ${nombre.toLowerCase()}`}
        autoFocus
      >
        <Icono nombre="buscar" />
        <Input placeholder="Escriba una parte del nombre" />
      </SearchField>
      {list}
    </Autocomplete>
  );
}
