/**
 * An object that is made when one of its properties is first read or set, all of them together. Until then they are
 * accessors, then plain ones; copying the object, also to a worker, makes them.
 *
 * @param keys the properties that the object will have
 * @example later(["values"], () => ({ values: decode(bytes) })).values
 */
export function later<T extends object>(keys: readonly (keyof T)[], make: () => T): T {
  const target = {} as T; // has the properties of T from the loop on
  const settle = (): T => {
    const made = make();
    for (const key of keys) {
      Object.defineProperty(target, key, { value: made[key], writable: true, enumerable: true, configurable: true });
    }
    return target;
  };
  for (const key of keys) {
    Object.defineProperty(target, key, {
      get: () => settle()[key],
      set: (value: T[typeof key]) => {
        settle()[key] = value;
      },
      enumerable: true,
      configurable: true,
    });
  }
  return target;
}
