import { badRequest } from '../base/errors.ts';
import { int4 } from '../base/text.ts';
import { directionOf, type ListPosition, type Orden, type Ordenes } from './orden.ts';
import { orderNames } from './schema.ts';

/**
 * The meaning of a cursor: the obra or contract that its page comes after, and the total on the first page. So reading a
 * million obras counts them once. In the order by id it is `id.total`. In other orders it has the order before and the key
 * after, as in `-monto:7.100:1500000.50`. Cursors of other lists begin with the list, as in `contratos/7.100`.
 *
 * @param list a list that is not `GET /obras`: its cursors begin with its name, so that other lists refuse them
 * @throws HttpError 400 for a malformed cursor, or one of another order
 */
export function readCursor(
  ordenes: Ordenes,
  cursor: string,
  page: number | undefined,
  orden: Orden = 'id',
  list?: string,
) {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, from, of = 'id', digits = '', count, key = ''] =
    /^(?:([a-z]+)\/)?(?:([A-Za-z-]+):)?([0-9]+)(?:\.([0-9]{1,9}))?(?::(.*))?$/s.exec(text) ?? [];
  const id = digits ? int4(digits) : null;
  const { isKey } = (orderNames(ordenes).includes(of) && ordenes[directionOf(of).by]) || {};
  const isKnown = from === list && isKey?.(key) === true;
  const failures = [
    ...(id === null || !isKnown
      ? [{ field: 'cursor', text: 'no es un cursor válido.' }]
      : of === orden
        ? []
        : [
            {
              field: 'cursor',
              text: `es de una lista por ${of}; pida la primera página de ésta sin él.`,
            },
          ]),
    ...(page === undefined ? [] : [{ field: 'page', text: 'no se usa junto con cursor.' }]),
  ];
  if (failures.length > 0) throw badRequest(failures);
  const after: ListPosition = { id: id as number, key };
  return { after, total: count === undefined ? undefined : Number(count) };
}

/** The cursor of the page after an obra, with the total where it is known. */
export function writeCursor(
  { id, key }: ListPosition,
  orden: Orden | undefined,
  total: number | null,
  list?: string,
): string {
  const place = total === null ? `${id}` : `${id}.${total}`;
  const text = orden === undefined || orden === 'id' ? place : `${orden}:${place}:${key ?? ''}`;
  return Buffer.from(list === undefined ? text : `${list}/${text}`).toString('base64url');
}
