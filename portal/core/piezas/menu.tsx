import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Text } from 'react-aria-components';
import { type Icon, Icono } from '../icons.tsx';
import { Flotante } from './flotante.tsx';
import piezas from './piezas.module.css';

export interface Accion {
  id: string;
  nombre: string;
  icono?: Icon;
  /** A line below the name. */
  detalle?: string;
  onAction?: () => void;
  /** Where it leads, in place of something that it does. */
  href?: string;
  isHere?: boolean;
  isDisabled?: boolean;
}

/** Several things to do behind one button. */
export function MenuAcciones({ boton, acciones }: { boton: ReactNode; acciones: Accion[] }) {
  return (
    <MenuTrigger>
      {boton}
      <Flotante>
        <Menu className={piezas.opciones} items={acciones}>
          {({ nombre, icono, detalle, isHere, ...rest }) => (
            <MenuItem
              {...rest}
              textValue={nombre}
              className={isHere ? `${piezas.opcion} ${piezas.aqui}` : piezas.opcion}
            >
              {icono && <Icono nombre={icono} />}
              <Text slot="label">
                {nombre}
                {isHere && <span className={piezas.soloOido}> (página actual)</span>}
              </Text>
              {detalle && (
                <Text slot="description" elementType="small">
                  {detalle}
                </Text>
              )}
            </MenuItem>
          )}
        </Menu>
      </Flotante>
    </MenuTrigger>
  );
}
