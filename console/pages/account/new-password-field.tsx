import { textLimits } from '../../../domain/text-limits';
import { TextField } from '../../components/form';

export const NewPasswordField = ({ label }: { label: string }) => (
  <TextField
    label={label}
    name="password"
    type="password"
    autoComplete="new-password"
    required
    minLength={10}
    maxLength={textLimits.password}
    hint="At least 10 characters."
  />
);
