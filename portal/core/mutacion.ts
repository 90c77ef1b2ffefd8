import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

/** A mutation that goes out once: the second of two quick clicks comes before the first one has disabled the button. */
export function useMutacion<Data>(options: UseMutationOptions<Data, Error, void>) {
  const queries = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const mutate = (callbacks?: Parameters<typeof mutation.mutate>[1]) => {
    if (queries.isMutating({ mutationKey }) === 0) mutation.mutate(undefined, callbacks);
  };
  return { ...mutation, mutate };
}
