export { tryBaseMap as check } from './map-file.ts';
