import type { DiaDeFoto } from './dia.ts';

// Messages between the service and the process that makes photos.

/** The service's request: so many bytes of a photo come on stdin. */
export interface PhotoRequest {
  bytes: number;
  /** The file's name. */
  name: string;
}

/** The process's answer. */
export type PhotoAnswer =
  | {
      kind: 'photo';
      /** JPEG files without any metadata. */
      vista: Uint8Array;
      mini: Uint8Array;
      /** Pixels of `vista`. */
      ancho: number;
      alto: number;
      /** The day on which it was taken, as far as it says one. */
      dia: DiaDeFoto | undefined;
      usage: Usage;
    }
  | { kind: 'tooManyPixels'; pixels: number }
  | { kind: 'unreadable'; reason: string }
  /** sharp does not load on this machine. */
  | { kind: 'missing'; reason: string };

/** The memory and time that the process has taken. */
export interface Usage {
  /** Bytes of memory, and seconds of processor time since its beginning. */
  memory: number;
  processor: number;
}
