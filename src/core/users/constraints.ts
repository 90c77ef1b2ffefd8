import { registerConstraints } from '../base/constraints.ts';
import { badRequest, conflict, notFound } from '../base/errors.ts';

registerConstraints({
  users_email_key: () => badRequest('El correo electrónico ya está registrado.'),
  users_last_active_admin: () =>
    conflict('No se puede quitar al último administrador activo; nombre antes a otro.'),
  favorites_user_id_obra_id_key: () => badRequest('Esta obra ya está en tus favoritas'),
  favorites_user_id_fkey: () => notFound('Usuario no encontrado'),
  favorites_obra_id_fkey: (_, { obraId }) => notFound(`Obra ${obraId} no encontrada.`),
});
