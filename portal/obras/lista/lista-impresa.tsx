import { createPortal } from 'react-dom';
import { Estatus } from '../../estatus.tsx';
import { counted, moment } from '../../formato.ts';
import { Obra } from '../../generado/etiquetas.ts';
import { Importe } from '../../piezas/importe.tsx';
import piezas from '../../piezas/piezas.module.css';
import type { Fila } from '../consultas.ts';
import { type Filtros, useChips } from '../filtros/filtros.ts';
import css from './explorar.module.css';

/** The whole list on paper, with its filters. The screen does not show it. */
export function ListaImpresa({
  titulo,
  filtros,
  filas,
}: {
  titulo: string;
  filtros: Filtros;
  filas: Fila[];
}) {
  const chips = useChips(filtros);
  return createPortal(
    <div className={css.listaImpresa}>
      <h1>{titulo}</h1>
      <p>{chips.length > 0 ? chips.map(({ texto }) => texto).join(' · ') : 'Todas las obras'}</p>
      <p>
        {counted(filas.length, 'obra', 'obras')},{' '}
        <Importe
          monto={filas.reduce((cents, { monto }) => cents + Math.round(monto * 100), 0) / 100}
        />{' '}
        en total
      </p>
      <p>
        Registro de Obras Públicas · {moment(new Date())} · {location.href}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Clave</th>
            <th scope="col">Obra</th>
            <th scope="col">{Obra.municipioId}</th>
            <th scope="col">{Obra.dependenciaId}</th>
            <th scope="col">Año</th>
            <th scope="col">Tipo</th>
            <th scope="col">{Obra.estatusObraId}</th>
            <th scope="col" className={piezas.numero}>
              {Obra.monto}
            </th>
          </tr>
        </thead>
        <tbody>
          {filas.map((obra) => (
            <tr key={obra.id}>
              <td>{obra.claveUnica}</td>
              <th scope="row">{obra.nombre}</th>
              <td>{obra.municipio.nombre}</td>
              <td>{obra.dependencia.siglas ?? obra.dependencia.nombre}</td>
              <td>{obra.ejercicioFiscal.anio}</td>
              <td>{obra.tipoProyecto?.nombre}</td>
              <td>
                <Estatus {...obra.estatusObra} />
              </td>
              <td className={piezas.numero}>
                <Importe monto={obra.monto} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
