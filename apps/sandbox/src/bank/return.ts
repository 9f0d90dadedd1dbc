const form = document.getElementById('return');
if (form instanceof HTMLFormElement) form.submit();
