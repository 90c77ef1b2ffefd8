import type { Feature } from '../../core/feature.ts';
import { logout } from './logout.ts';

/** The end of a session before its token expires. */
export const feature: Feature = { routes: logout };
