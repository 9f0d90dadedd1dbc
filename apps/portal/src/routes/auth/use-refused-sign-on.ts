import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Whether single sign-on was refused: `?f` says so, and leaves the address once it was seen (decision C2.9). */
export function useRefusedSignOn(): boolean {
  const { f } = useSearch({ from: '/auth/login' });
  const navigate = useNavigate();
  const [refused] = useState(f === true);

  useEffect(() => {
    if (f) void navigate({ to: '/login', search: {}, replace: true });
  }, [f, navigate]);
  return refused;
}
