// Messages between the service and the process that makes photos.

/** The service's request: so many bytes of a photo come on stdin. */
export interface PhotoRequest {
  bytes: number;
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
      /** The day that the camera wrote, AAAA-MM-DD; null where it wrote none. */
      fecha: string | null;
      usage: Usage;
    }
  | { kind: 'tooManyPixels'; pixels: number }
  | { kind: 'unreadable'; reason: string }
  /** sharp does not load on this machine. */
  | { kind: 'missing'; reason: string };

/** What the process takes by now. */
export interface Usage {
  /** Bytes of memory, and seconds of processor time since its beginning. */
  memory: number;
  processor: number;
}
