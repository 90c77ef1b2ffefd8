import { lazy } from 'react';
import type { MapaDeObras } from '../../core/obras/lista/mapa.ts';
import { IrALugar } from './ir-a-lugar.tsx';

/** The works' page has a map, and finds places on it. */
export const mapa: MapaDeObras = { Mapa: lazy(() => import('./mapa-obras.tsx')), IrALugar };
