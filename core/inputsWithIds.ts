// The program and the command have no schemas: they recognise inputs with ids of other resources by their names.

/** Whether the input takes the id of one resource; `image` takes the name of an image or the id of a volume. */
export const takesId = (input: string): boolean => /Id$|^image$/.test(input);

/** Whether the input takes a list of ids. */
export const takesIds = (input: string): boolean => /Ids$|^existingVolumes$/.test(input);
