// Makes elements. Texts never become markup.

/** Makes an element; members of `values` that are no properties become attributes. */
export function element(name, values = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(values))
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
