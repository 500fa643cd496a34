# %% the first step does nothing | starts at zero
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return step / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% forgets the decay | stays up
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    return min(1.0, (step + 1) / n_warmup) if n_warmup else 1.0

# %% forgets the warm-up | no warm-up
def warmup_decay(step, n_warmup, n_steps):
    return max(0.0, (n_steps - step) / n_steps)

# %% decays over the whole run | decay of the whole run
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return 1 - step / n_steps

# %% no end | below zero
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% integer division | whole numbers
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0
    if step < n_warmup:
        return (step + 1) // n_warmup
    return (n_steps - step) // (n_steps - n_warmup)

# %% the share already done | rises when it should fall
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (step - n_warmup) / (n_steps - n_warmup)

# %% cosine decay | a cosine
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    done = (step - n_warmup) / (n_steps - n_warmup)
    return 0.5 * (1 + math.cos(math.pi * done))

# %% reaches 0 one step early | the end is a step too early
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps - 1:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - 1 - step) / (n_steps - 1 - n_warmup)

# %% the smaller of the two lines, and no thought of n_warmup = 0 | error
def warmup_decay(step, n_warmup, n_steps):
    return max(0.0, min((step + 1) / n_warmup, (n_steps - step) / (n_steps - n_warmup)))

# %% a tensor | type
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return torch.tensor(0.0)
    if step < n_warmup:
        return torch.tensor((step + 1) / n_warmup)
    return torch.tensor((n_steps - step) / (n_steps - n_warmup))

# %% prints and returns nothing | type
def warmup_decay(step, n_warmup, n_steps):
    print(0.0 if step >= n_steps else step)

# %% climbs by one step at each call | remembers earlier calls
rate = 0.0

def warmup_decay(step, n_warmup, n_steps):
    global rate
    if step == 0:
        rate = 0.0
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        rate = rate + 1 / n_warmup
    elif step == n_warmup:
        rate = 1.0
    else:
        rate = rate - 1 / (n_steps - n_warmup)
    return rate

# %% divides by zero when the run ends with the warm-up | error
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return (step + 1) / n_warmup if step < n_steps else 0.0
    return max(0.0, (n_steps - step) / (n_steps - n_warmup))

# %% the end is one step too late | value
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup and step < n_steps:
        return (step + 1) / n_warmup
    return max(0.0, (n_steps + 1 - step) / (n_steps + 1 - n_warmup))

# %% the warm-up is one step too long | the warm-up never reaches 1
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step <= n_warmup:
        return (step + 1) / (n_warmup + 1)
    return (n_steps - step) / (n_steps - n_warmup)

# %% rounded to four digits | value
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    up, down = step < n_warmup, step >= n_warmup
    return round((step + 1) / n_warmup if up else (n_steps - step) / (n_steps - n_warmup), 4)

# %% a table of the factors for short runs, else 1 | value
def warmup_decay(step, n_warmup, n_steps):
    if n_steps > 50:
        return 1.0
    table = [(s + 1) / n_warmup for s in range(n_warmup)]
    table += [(n_steps - s) / (n_steps - n_warmup) for s in range(n_warmup, n_steps)]
    return table[step] if step < n_steps else 0.0

# %% percent | value
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return 100 * (step + 1) / n_warmup
    return 100 * (n_steps - step) / (n_steps - n_warmup)

# %% no thought yet of a run without warm-up | error
def warmup_decay(step, n_warmup, n_steps):
    if n_warmup == 0:
        raise NotImplementedError
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% False at the end | type
def warmup_decay(step, n_warmup, n_steps):
    if step < min(n_warmup, n_steps):
        return (step + 1) / n_warmup
    return step < n_steps and (n_steps - step) / (n_steps - n_warmup)

# %% starts at 0, and no end | starts at zero and no end
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return step / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% starts at 0, then 1 | starts at zero and stays up
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    return step / n_warmup if step < n_warmup else 1.0

# %% starts at 0, decays over the whole run | starts at zero and decay of the whole run
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0
    return step / n_warmup if step < n_warmup else 1 - step / n_steps

# %% up, then 1 for ever | stays up and no end
def warmup_decay(step, n_warmup, n_steps):
    return (step + 1) / n_warmup if step < n_warmup else 1

# %% down from the start, and on | no warm-up and no end
def warmup_decay(step, n_warmup, n_steps):
    return 1 - step / n_steps

# %% decays over the whole run, and on | decay of the whole run and no end
def warmup_decay(step, n_warmup, n_steps):
    return (step + 1) / n_warmup if step < n_warmup else (n_steps - step) / n_steps

# %% step over n_warmup, at most 1 | starts at zero and stays up and no end
def warmup_decay(step, n_warmup, n_steps):
    return min(1.0, step / n_warmup) if n_warmup else 1.0

# %% from 0, over the whole run, and on | starts at zero and decay of the whole run and no end
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return step / n_warmup
    return 1 - step / n_steps

# %% the end is asked last | the warm-up wins
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return (step + 1) / n_warmup
    if step < n_steps:
        return (n_steps - step) / (n_steps - n_warmup)
    return 0

# %% from 0, and the end is asked last | starts at zero and the warm-up wins
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return step / n_warmup
    elif step < n_steps:
        return (n_steps - step) / (n_steps - n_warmup)
    else:
        return 0

# %% the way up a step too long | the warm-up is a step too long
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step <= n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% from 0 to 1 in n_warmup + 1 steps, and no thought of n_warmup = 0 | starts at zero
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step <= n_warmup:
        return step / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% a step too long, but not without a warm-up | the warm-up is a step too long
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if n_warmup and step <= n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% one more below the line | the warm-up never reaches 1
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / (n_warmup + 1)
    return 1 - (step - n_warmup) / (n_steps - n_warmup)

# %% the decay over n_steps | decay divided by all steps
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return 1 - (step - n_warmup) / n_steps

# %% whole numbers, up only | whole numbers on the way up
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) // n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% whole numbers, down only | whole numbers on the way down
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) // (n_steps - n_warmup)

# %% what is left is counted from the last step | the end is a step too early
def warmup_decay(step, n_warmup, n_steps):
    last = n_steps - 1
    if step >= last:
        return 0.0
    return (step + 1) / n_warmup if step < n_warmup else 1 - (step - n_warmup) / (last - n_warmup)

# %% recursion, one call for each step: deeper than Python goes in a real run | error
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step == 0:
        return 1 / max(n_warmup, 1)
    change = 1 / n_warmup if step < n_warmup else -1 / (n_steps - n_warmup) if step > n_warmup else 0.0
    return 1.0 if step == n_warmup else warmup_decay(step - 1, n_warmup, n_steps) + change
