import { api, unwrap } from '../../api/client';
import { useRead } from '../../components/read';

export const useWorkspace = () => useRead(['workspace'], () => unwrap(api.GET('/api/workspace')));
