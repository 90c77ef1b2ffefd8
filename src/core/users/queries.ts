import type { Caller } from '../auth/access.ts';
import { tokenDigest } from '../auth/tokens.ts';
import { notFound } from '../base/errors.ts';
import type { Db } from '../db/db.ts';
import type { ChangedUser, NewUser } from './schema.ts';

const SUMMARY = `
  id, email, nombre_completo AS "nombreCompleto", roles, is_active AS "isActive",
  must_change_password AS "mustChangePassword"`;
const USER = `${SUMMARY}, iso8601(created_at) AS "createdAt", iso8601(updated_at) AS "updatedAt"`;

export const userNotFound = () => notFound('Usuario no encontrado');

/** The JSON of all users, oldest first, without createdAt and updatedAt (specification section 2). */
export function listUsers(db: Db): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(u), '[]') AS json
     FROM (SELECT ${SUMMARY} FROM users ORDER BY created_at, id) u`,
  );
}

export const FIND_USER = `SELECT row_to_json(u) AS json FROM (SELECT ${USER} FROM users WHERE id = $1) u`;

/** Creates a user with this hash of a password, who has to change it, and returns the user's JSON. */
export async function createUser(db: Db, user: NewUser, hash: string): Promise<string> {
  return db.json(
    `WITH created AS (
       INSERT INTO users (email, nombre_completo, password_hash, roles, is_active)
       VALUES ($1, $2, $3, $4, $5)
       RETURNING *
     )
     SELECT keep_answer(row_to_json(u)::text) AS json FROM (SELECT ${USER} FROM created) u`,
    [user.email, user.nombreCompleto, hash, user.roles ?? 'user', user.isActive ?? true],
  );
}

/**
 * Changes the fields of the body and returns the user's JSON. Undefined where no user has the id, and where a caller who is
 * no admin changes fields of admins only: roles, isActive and mustChangePassword.
 *
 * A new password, whose hash is `hash`, ends the user's tokens, older and newer. Set by an admin it ends all of them. Users
 * who set their own retain the token of the call.
 */
export async function updateUser(
  db: Db,
  caller: Caller,
  id: string,
  changes: ChangedUser,
  hash: string | undefined,
): Promise<string | undefined> {
  const isOwn = caller.id === id.toLowerCase();
  return db.jsonOrNothing(
    `WITH updated AS (
       UPDATE users SET
         email = coalesce($4, email),
         nombre_completo = coalesce($5, nombre_completo),
         password_hash = coalesce($6, password_hash),
         roles = coalesce($7, roles),
         is_active = coalesce($8, is_active),
         must_change_password = coalesce(
           CASE WHEN $2 THEN $9 END, CASE WHEN $6 IS NOT NULL THEN false END, must_change_password),
         tokens_valid_from = CASE
           WHEN $6 IS NULL THEN tokens_valid_from
           ELSE greatest(clock_timestamp(), tokens_valid_from + interval '1 microsecond')
         END,
         token_kept = CASE WHEN $6 IS NULL THEN token_kept ELSE $3 END
       WHERE id = $1 AND ($2::boolean OR (
         roles = coalesce($7, roles)
         AND is_active = coalesce($8::boolean, is_active)
         AND must_change_password = coalesce($9::boolean, must_change_password)))
       RETURNING *
     )
     SELECT row_to_json(u) AS json FROM (SELECT ${USER} FROM updated) u`,
    [
      id,
      caller.roles === 'admin',
      isOwn ? tokenDigest(caller.token) : null,
      changes.email,
      changes.nombreCompleto,
      hash,
      changes.roles,
      changes.isActive,
      changes.mustChangePassword,
    ],
  );
}
