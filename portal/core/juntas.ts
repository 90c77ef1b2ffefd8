import { type ComponentType, createElement, Fragment } from 'react';

/** One component of several, one after the other with the same properties. */
export const juntas =
  <Props extends object>(partes: ComponentType<Props>[]): ComponentType<Props> =>
  (props) =>
    createElement(Fragment, null, ...partes.map((Parte) => createElement(Parte, props)));
