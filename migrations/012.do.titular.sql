-- The name under which the registry may remove objects of its store: only one that registro.json names does. A copy of the rows is
-- without it, and each restore draws another. Null is the registry's id, as in a registro.json without a name.
ALTER TABLE almacen ADD COLUMN titular uuid;
