import { renderToStaticMarkup } from 'react-dom/server';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { filled, type FormModel, type FormRules, typed, useForm } from './use-form.ts';

interface Boat {
  name: string;
  berth: string;
  note: string;
}

const initialValues: Boat = { name: '', berth: '', note: '' };
const rules: FormRules<Boat> = {
  name: filled('boat.nameIsEmpty'),
  berth: (berth, { name }) => (berth === name ? 'boat.berthIsName' : null),
};

/** Takes each step on the form that the last one left. Returns the form at the end. */
function drive(...steps: ((form: FormModel<Boat>) => void)[]): FormModel<Boat> {
  const shown: FormModel<Boat>[] = [];
  function Probe() {
    const form = useForm({ initialValues, validate: rules });
    const [taken, setTaken] = useState(0);
    shown.push(form);
    const step = steps[taken];
    if (step) {
      setTaken(taken + 1);
      step(form);
    }
    return null;
  }
  renderToStaticMarkup(<Probe />);
  const last = shown.at(-1);
  if (!last) throw new Error('nothing was shown');
  return last;
}

const setName = (name: string) => (form: FormModel<Boat>) => form.setFieldValue('name', name);

test('a form begins with its values and shows no error', () => {
  const { values, errors } = drive();
  expect(values).toEqual(initialValues);
  expect(errors).toEqual({});
});

test('a changed value is there at once for a handler, and shown by the next render', () => {
  let [read, shown] = ['', ''];
  const { values } = drive((form) => {
    form.setFieldValue('name', 'Kittiwake');
    read = form.getValues().name;
    shown = form.values.name;
  });
  expect([read, shown, values.name]).toEqual(['Kittiwake', '', 'Kittiwake']);
});

test('two changes before a render both hold', () => {
  const { values } = drive((form) => {
    form.setFieldValue('name', 'Kittiwake');
    form.setFieldValue('note', 'Blue hull');
  });
  expect(values).toEqual({ name: 'Kittiwake', berth: '', note: 'Blue hull' });
});

test('all fields are checked by their rules with all values, and the errors are shown', () => {
  const found: boolean[] = [];
  const { errors } = drive((form) => {
    found.push(form.validate().hasErrors);
  });
  expect(found).toEqual([true]);
  expect(errors).toEqual({ name: 'boat.nameIsEmpty', berth: 'boat.berthIsName' });
});

test('a form without errors says so, and clears those that it showed', () => {
  const found: boolean[] = [];
  const validate = (form: FormModel<Boat>) => {
    found.push(form.validate().hasErrors);
  };
  const { errors } = drive(validate, setName('Kittiwake'), validate);
  expect(found).toEqual([true, false]);
  expect(errors).toEqual({});
});

test('one field is checked alone, and a change takes its error away', () => {
  const judgeName = (form: FormModel<Boat>) => form.validateField('name');
  expect(drive(judgeName).errors).toEqual({ name: 'boat.nameIsEmpty' });
  expect(drive(judgeName, setName('K')).errors.name).toBeUndefined();
});

test('an error of the server holds until its field changes, although the field’s own rule is kept', () => {
  const refuse = (form: FormModel<Boat>) => form.setErrors({ note: 'boat.noteIsRefused' });
  const leave = (form: FormModel<Boat>) => form.validateField('note');
  expect(drive(setName('K'), refuse, leave).errors.note).toBe('boat.noteIsRefused');
  const change = (form: FormModel<Boat>) => form.setFieldValue('note', 'Red hull');
  expect(drive(setName('K'), refuse, change, leave).errors.note).toBeUndefined();
});

test('the next submit forgets what the server refused, so that the server judges again', () => {
  const refuse = (form: FormModel<Boat>) => form.setErrors({ note: 'boat.noteIsRefused' });
  const { errors } = drive(setName('K'), refuse, (form) => void form.validate());
  expect(errors).toEqual({});
});

test('blanks fill no text, but they are a password', () => {
  expect(filled('empty')('  ')).toBe('empty');
  expect(filled('empty')(' a ')).toBeNull();
  expect(typed('empty')('  ')).toBeNull();
  expect(typed('empty')('')).toBe('empty');
});
